import { GuestId, HostId, type Plan } from '@headroom/shared'
import { scenarios } from '@headroom/shared/scenarios'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mockApi, openApp } from '../../testing/open-app.tsx'
import { formatPlan, parsePlan } from '../../url/plan-link.ts'

mockApi()

const boot = (id: string, count: number, on?: string): Plan['actions'][number] => ({
  do: 'boot',
  id,
  flavor: 'm1.small',
  image: {},
  count,
  on: on === undefined ? undefined : { host: HostId(on), how: 'requested' },
})
const link = (...actions: Plan['actions']) =>
  formatPlan({ version: 1, snapshot: undefined, release: undefined, actions })
const cloud = '/plan?snapshot=pages-nobody-told-nova-about&release=liberty'

const open = (address: string) => openApp(address, scenarios)
type Opened = ReturnType<typeof open>

/** The plan's steps as the list has them, once they are replayed. */
async function titles(): Promise<string[]> {
  const list = await screen.findByRole('list', { name: 'Steps' })
  return waitFor(() => {
    const all = within(list)
      .getAllByRole('button', { name: /^Step \d+: / })
      .map((button) => button.textContent ?? '')
    if (all.some((title) => title.endsWith('…'))) throw new Error('not replayed yet')
    return all
  })
}

const planIn = ({ history }: Opened): readonly string[] => {
  const read = parsePlan(history.location.hash.slice(1))
  return read.kind === 'plan'
    ? read.plan.actions.map((action) => ('id' in action ? action.id : action.do))
    : [read.kind]
}

const step = async (number: number) =>
  within(await screen.findByRole('list', { name: 'Steps' })).findByRole('button', {
    name: new RegExp(`^Step ${number}: `),
  })

test('the first scenario opens in one click, and the sixteenth guest shows both books’ numbers', async () => {
  const { user, history } = open('/plan')
  await user.click(await screen.findByRole('link', { name: /The sixteenth guest/ }))

  await screen.findByRole('heading', { name: 'Step 2 · passes Nova, fails on the host' })
  expect(history.location.search).toBe('?snapshot=pages-nobody-told-nova-about&release=liberty')
  const checks = within(await screen.findByRole('treegrid', { name: /Hosts × checks/ }))
  const row = within(await checks.findByRole('row', { name: /compute-07/ }))
  expect(row.getByRole('gridcell', { name: /passes 1,024 free, cell 0/ })).toBeTruthy()
  expect(row.getByRole('gridcell', { name: /refuses 768 free, node 0/ })).toBeTruthy()
  expect(screen.getByRole('img', { name: /^compute-07 cell 0 before/ }).getAttribute('aria-label')).toMatch(
    /768 free of 16,384.*1,024 free of 16,384/,
  )
})

test('a cell of hosts × checks is reached by arrows, opens into its numbers, and has the focus again', async () => {
  const { user } = open('/plan')
  await user.click(await screen.findByRole('link', { name: /Three hosts, three attempts/ }))
  const checks = within(await screen.findByRole('treegrid', { name: /Hosts × checks/ }))
  ;(await checks.findByRole('link', { name: 'compute-07' })).focus()
  await user.keyboard('{Control>}{Home}{/Control}')
  await waitFor(() => expect(document.activeElement?.textContent).toMatch(/^Host/))
  await user.keyboard('{ArrowDown}{ArrowDown}{End}{Enter}')
  const numbers = within(await screen.findByRole('dialog', { name: 'starts? of compute-08' }))
  expect(numbers.getByRole('row', { name: /2 MiB pages.*node 0 1,024 768 16,384/ })).toBeTruthy()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement?.textContent).toMatch('768 free, node 0'))
})

test('the third scenario shows what each gate counts', async () => {
  const { user } = open('/plan')
  await user.click(await screen.findByRole('link', { name: /Liberty refuses/ }))
  const gates = within(await screen.findByRole('table', { name: /Gates/ }))
  const [, named, boot] = gates.getAllByRole('row').map((row) => row.textContent)
  expect(named).toMatch(/named host336 MiB.*512 MiB.*refuses1,872 MiB − 1,536 MiB used/)
  expect(boot).toMatch(/not asked.*1,272 MiB.*512 MiB.*accepts1,872 MiB × 1.5 − 1,536 MiB used/)
})

test('a plan opens from its link, and every edit is written there', async () => {
  const app = open(`${cloud}#${link(boot('a', 1), boot('b', 2))}`)
  expect(await titles()).toEqual(['Step 1: Boot 1 × m1.small', 'Step 2: Boot 2 × m1.small'])

  await app.user.click(await step(1))
  await app.user.click(screen.getByRole('button', { name: 'Move down' }))
  await waitFor(() => expect(planIn(app)).toEqual(['b', 'a']))
  await app.user.click(screen.getByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(planIn(app)).toEqual(['b']))
  expect(app.history.length).toBe(1)
})

test('undo takes edits back one by one, redo brings them again, by key as by button', async () => {
  const app = open(`${cloud}#${link(boot('a', 1), boot('b', 2))}`)
  await app.user.click(await step(2))
  await app.user.click(screen.getByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(planIn(app)).toEqual(['a']))

  await app.user.keyboard('{Control>}z{/Control}')
  await waitFor(() => expect(planIn(app)).toEqual(['a', 'b']))
  await app.user.keyboard('{Control>}{Shift>}z{/Shift}{/Control}')
  await waitFor(() => expect(planIn(app)).toEqual(['a']))
  await app.user.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(planIn(app)).toEqual(['a', 'b']))
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Undo' }).disabled).toBe(true)
})

test('the list is worked by keyboard alone: arrows go, Alt with arrows moves, Delete removes', async () => {
  const app = open(`${cloud}#${link(boot('a', 1), boot('b', 2), boot('c', 3))}`)
  await titles()
  const first = await step(1)
  first.focus()
  await app.user.keyboard('{Enter}{ArrowDown}')
  await waitFor(() => expect(document.activeElement?.textContent).toMatch('Step 2'))
  await app.user.keyboard('{Alt>}{ArrowDown}{/Alt}')
  await waitFor(() => expect(planIn(app)).toEqual(['a', 'c', 'b']))
  await waitFor(() => expect(document.activeElement?.textContent).toMatch('Step 3'))
  await app.user.keyboard('{Delete}')
  await waitFor(() => expect(planIn(app)).toEqual(['a', 'c']))
  expect(app.history.location.search).toMatch('step=2')
})

test('steps are marked by Shift with arrows, moved together, and one undo takes it back', async () => {
  const app = open(`${cloud}#${link(boot('a', 1), boot('b', 2), boot('c', 3), boot('d', 4))}`)
  await titles()
  ;(await step(1)).focus()
  await app.user.keyboard('{Shift>}{ArrowDown}{/Shift}')
  expect((await screen.findByRole('toolbar', { name: 'Marked steps' })).textContent).toMatch('2 of 4 marked')
  await waitFor(() => expect(document.activeElement?.textContent).toMatch('Step 2'))
  await app.user.keyboard('{Alt>}{ArrowDown}{/Alt}')
  await waitFor(() => expect(planIn(app)).toEqual(['c', 'a', 'b', 'd']))
  await app.user.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(planIn(app)).toEqual(['a', 'b', 'c', 'd']))
})

test('marked steps are left out, duplicated and removed at once', async () => {
  const app = open(`${cloud}#${link(boot('a', 1), boot('b', 2), boot('c', 3))}`)
  await titles()
  await app.user.click(screen.getByRole('button', { name: 'Mark several' }))
  await app.user.click(screen.getByRole('checkbox', { name: 'Mark step 1' }))
  await app.user.click(screen.getByRole('checkbox', { name: 'Mark step 3' }))
  const bar = within(screen.getByRole('toolbar', { name: 'Marked steps' }))
  await app.user.click(bar.getByRole('button', { name: 'Duplicate' }))
  await waitFor(() => expect(planIn(app)).toEqual(['a', 'b', 'c', 'a-copy', 'c-copy']))
  expect(bar.getByRole('status').textContent).toBe('2 of 5 marked')
  await app.user.click(bar.getByRole('button', { name: 'Leave out' }))
  await bar.findByRole('button', { name: 'Take in' })
  expect(await titles()).toHaveLength(5)
  await app.user.click(bar.getByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(planIn(app)).toEqual(['a', 'b', 'c']))
  await app.user.click(bar.getByRole('button', { name: 'All' }))
  await app.user.click(bar.getByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(planIn(app)).toEqual(['none']))
})

test('a step is put between two, by the gap or by key, and both books answer it there', async () => {
  const app = open(`${cloud}#${link(boot('a', 1), boot('b', 2))}`)
  await titles()
  ;(await step(2)).focus()
  await app.user.keyboard('{Insert}')
  await app.user.click(await screen.findByRole('menuitem', { name: 'Lose a host' }))
  const form = within(await screen.findByRole('form', { name: 'Step 2: Lose a host' }))
  await app.user.type(form.getByRole('combobox', { name: 'Host' }), 'compute-08')
  await app.user.click(form.getByRole('button', { name: 'Add' }))
  await waitFor(() => expect(planIn(app)).toEqual(['a', 'lose-host', 'b']))
  await app.user.click(screen.getByRole('button', { name: 'Insert a step before step 1', hidden: true }))
  await screen.findByRole('menuitem', { name: 'Lose a host' })
})

test('a step is added by its form, which names what is missing', async () => {
  const app = open(cloud)
  await app.user.click(await screen.findByRole('button', { name: 'Add step' }))
  await app.user.click(await screen.findByRole('menuitem', { name: 'Boot guests' }))
  const form = within(await screen.findByRole('form', { name: 'Step 1: Boot guests' }))
  await app.user.click(form.getByRole('button', { name: 'Add' }))
  await form.findByText('Choose a flavor.')

  await app.user.click(form.getByRole('button', { name: /Flavor/ }))
  await app.user.click(await screen.findByRole('option', { name: /m1.medium/ }))
  const count = form.getByRole('textbox', { name: 'How many' })
  await app.user.clear(count)
  await app.user.type(count, '3')
  await app.user.click(form.getByRole('button', { name: 'Add' }))
  expect(await titles()).toEqual(['Step 1: Boot 3 × m1.medium'])
  await waitFor(() => expect(planIn(app)).toEqual(['new']))
})

test('a host is found by a part of its name', async () => {
  const app = open(cloud)
  await app.user.click(await screen.findByRole('button', { name: 'Add step' }))
  await app.user.click(await screen.findByRole('menuitem', { name: 'A process takes pages' }))
  const form = within(await screen.findByRole('form', { name: /A process takes pages/ }))
  await app.user.type(form.getByRole('textbox', { name: 'Process' }), 'dpdk')
  await app.user.type(form.getByRole('combobox', { name: 'Host' }), '08')
  await app.user.click(await screen.findByRole('option', { name: /compute-08/ }))
  await app.user.click(await form.findByRole('button', { name: /Pool/ }))
  await app.user.click(await screen.findByRole('option', { name: /cell 1/ }))
  await app.user.type(form.getByRole('textbox', { name: 'Pages' }), '512')
  await app.user.click(form.getByRole('button', { name: 'Add' }))
  expect(await titles()).toEqual(['Step 1: dpdk takes 512 × 2 MiB on compute-08, cell 1'])
  await screen.findByRole('heading', { name: 'Step 1 · the host changes, Nova is not told' })
})

test('a step is edited where it stands, and Escape leaves it as it was', async () => {
  const app = open(`${cloud}#${link(boot('a', 15, 'compute-07'))}`)
  await app.user.click(await step(1))
  await app.user.click(screen.getByRole('button', { name: 'Edit' }))
  await screen.findByRole('form', { name: 'Step 1: Boot guests' })
  await app.user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('form')).toBeNull())

  await app.user.click(screen.getByRole('button', { name: 'Edit' }))
  const form = within(await screen.findByRole('form', { name: 'Step 1: Boot guests' }))
  const count = form.getByRole('textbox', { name: 'How many' })
  await app.user.clear(count)
  await app.user.type(count, '16')
  await app.user.click(form.getByRole('button', { name: 'Save' }))
  expect(await titles()).toEqual(['Step 1: Boot 16 × m1.small on compute-07'])
})

test('an action on what is not there stays in the plan with the reason, and the plan goes on', async () => {
  open(
    `${cloud}#${link({ do: 'live-migrate', guest: GuestId('ghost'), to: HostId('compute-08') }, boot('a', 1))}`,
  )
  expect(await titles()).toHaveLength(2)
  await screen.findByRole('heading', { name: 'Step 1 · cannot be tried' })
  expect(screen.getAllByText(/There is no guest/).length).toBeGreaterThan(0)
  expect(screen.getByText('It runs on compute-07, host cell 0.')).toBeTruthy()
})

test('a broken link says what is wrong and stays as it is until the plan is edited', async () => {
  const broken = link(boot('a', 1)).slice(0, -20)
  const { history } = open(`${cloud}#${broken}`)
  expect((await screen.findByRole('alert')).textContent).toMatch(/cut short or changed/)
  expect(history.location.hash).toBe(`#${broken}`)
})

test('a link that names its cloud within opens on that cloud', async () => {
  const { history } = open(
    `/plan#${formatPlan({ version: 1, snapshot: 'two-gates-two-answers', release: 'mitaka', actions: [boot('a', 1)] })}`,
  )
  await titles()
  expect(history.location.search).toBe('?snapshot=two-gates-two-answers&release=mitaka')
})

test('another release’s answer stands beside', async () => {
  open(`${cloud}&compare=zed#${link(boot('a', 15, 'compute-07'), boot('b', 1, 'compute-07'))}`)
  await screen.findByRole('heading', { name: 'Step 2 · passes Nova, fails on the host' })
  const under = await screen.findByText(
    (_, element) => element?.tagName === 'P' && /^Under Zed/.test(element.textContent ?? ''),
  )
  expect(under.textContent).toMatch(/the host accepts.*It runs on compute-07, host cell 1/)
})

test('back and forward open the plan of their address', async () => {
  const app = open('/plan')
  await app.user.click(await screen.findByRole('link', { name: /The sixteenth guest/ }))
  expect(await titles()).toHaveLength(3)
  app.history.back()
  await screen.findByRole('link', { name: /The sixteenth guest/ })
  app.history.forward()
  expect(await titles()).toHaveLength(3)
})

const drop = (name: string, text: string) =>
  fireEvent.drop(screen.getByRole('main').firstElementChild as Element, {
    dataTransfer: { types: ['Files'], files: [new File([text], name)] },
  })

test('a plan’s file that is dropped opens on the cloud that is open, and says what it was made for', async () => {
  const app = open(`${cloud}#${link(boot('a', 1))}`)
  await titles()
  drop(
    'theirs.json',
    JSON.stringify({
      headroom_plan: 1,
      snapshot: 'elsewhere',
      release: 'zed',
      actions: [{ do: 'lose-host', host: 'compute-08' }],
    }),
  )
  await waitFor(() => expect(planIn(app)).toEqual(['lose-host']))
  expect(app.history.location.search).toMatch('snapshot=pages-nobody-told-nova-about&release=liberty')
  const said = await screen.findByRole('status', { name: 'Opened file' })
  expect(said.textContent).toMatch(/theirs.json is open.*made on elsewhere under Zed/)
  app.history.back()
  await waitFor(() => expect(planIn(app)).toEqual(['a']))
})

test('a file that is no plan is named with the place, and the plan stays', async () => {
  const app = open(`${cloud}#${link(boot('a', 1))}`)
  await titles()
  drop('broken.json', '{\n"headroom_plan": 1,\n"actions": [{"do": "lose-host"}]}')
  expect((await screen.findByRole('alert')).textContent).toMatch(
    /broken.json cannot be read as a plan.*line 3, actions\[0\]\.host/,
  )
  expect(planIn(app)).toEqual(['a'])
})

/** A desk whose replays take until they are stopped, and who hears which were. */
function openEndless(...actions: Plan['actions']) {
  const stopped: number[] = []
  const opened = openApp(`${cloud}#${link(...actions)}`, scenarios, (desk) => ({
    ...desk,
    plan: async (_ask, { actions }, tell) => {
      while (await tell({ done: 1.5, of: actions.length })) await new Promise((go) => setTimeout(go))
      stopped.push(actions.length)
      throw new Error('Stopped.')
    },
  }))
  return { ...opened, stopped }
}

test('a replay that takes more than a moment says how far it is, and stops when asked', async () => {
  const { user, stopped } = openEndless(boot('a', 1), boot('b', 1), boot('c', 1))
  await screen.findByText(/Replaying the plan, 1 of 3 steps/)
  await user.click(screen.getByRole('button', { name: 'Stop: Replaying the plan' }))
  await screen.findByText('Replaying the plan: stopped.')
  await waitFor(() => expect(stopped).toEqual([3]))
  expect(screen.queryByRole('alert')).toBeNull()

  await user.click(screen.getByRole('button', { name: 'Go on' }))
  await screen.findByText(/Replaying the plan, 1 of 3 steps/)
})

test('an edit stops the replay of the plan before it', async () => {
  const { user, stopped } = openEndless(boot('a', 1), boot('b', 1), boot('c', 1))
  await screen.findByText(/Replaying the plan, 1 of 3 steps/)
  await user.click(await step(2))
  await user.keyboard('{Delete}')
  await screen.findByText(/Replaying the plan, 1 of 2 steps/)
  await waitFor(() => expect(stopped).toEqual([3]))
})
