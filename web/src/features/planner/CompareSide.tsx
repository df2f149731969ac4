import type { Plan } from '@headroom/shared'
import { useQuery } from '@tanstack/react-query'
import { Header, Menu, MenuItem, MenuSection, MenuTrigger, Popover } from 'react-aria-components'
import { useDesk } from '../../api/desk.tsx'
import { openSaved, savedPlans } from '../../api/plans.ts'
import { cloudQuery, releasesQuery, scenariosQuery, storedQuery } from '../../api/queries.ts'
import { Button } from '../../components/Button.tsx'
import { useFileDrop } from '../../components/file-drop.ts'
import { PickOne } from '../../components/PickOne.tsx'
import { pickFile } from '../../components/pick-file.ts'
import { parsePlan } from '../../url/plan-link.ts'
import { type CloudAsk, dropped, type PlanAt } from '../../worker/desk.ts'
import { type PlanFileRead, readPlanFile } from './read-plan-file.ts'
import { plansKey } from './saved-plans-key.ts'

/** A plan on a cloud under a release, and what it is called where it has a name. */
export interface Side extends PlanAt {
  readonly name: string | undefined
}

interface CompareSideProps {
  readonly title: 'First' | 'Second'
  readonly side: Side
  readonly onChange: (side: Side) => void
  readonly onBroken: (read: Extract<PlanFileRead, { kind: 'broken' }>) => void
}

/** Which plan stands on a side, on which cloud and under which release. A plan's file may be dropped on it. */
export function CompareSide({ title, side, onChange, onBroken }: CompareSideProps) {
  const take = (plan: Plan, name: string) => onChange({ ...side, plan: { actions: plan.actions }, name })
  const takeFile = async (file: File | undefined) => {
    if (!file) return
    const read = await readPlanFile(file)
    if (read.kind === 'plan') take(read.plan, read.file)
    else onBroken(read)
  }
  const { isOver, dropProps } = useFileDrop((file) => void takeFile(file))
  const steps = side.plan.actions.length
  return (
    <section
      aria-label={title}
      {...dropProps}
      className={`panel flex flex-col gap-2 px-4 py-3 ${isOver ? 'border-focus! bg-soft' : ''}`}
    >
      <h2 className="flex flex-wrap items-baseline gap-x-2 font-semibold">
        <span className="text-muted">{title}</span>
        <span className="min-w-0 break-words">{side.name ?? 'The plan of the Planner'}</span>
        <span className="text-xs font-normal text-muted">
          {steps} {steps === 1 ? 'step' : 'steps'}
        </span>
      </h2>
      <div className="flex flex-wrap items-center gap-2">
        <PickPlan
          side={side}
          onPlan={take}
          onFile={() => void pickFile('.json,application/json').then(takeFile)}
        />
        <PickCloud ask={side.ask} onChange={(ask) => onChange({ ...side, ask })} />
        <PickRelease ask={side.ask} onChange={(ask) => onChange({ ...side, ask })} />
      </div>
    </section>
  )
}

interface PickPlanProps {
  readonly side: Side
  readonly onPlan: (plan: Plan, name: string) => void
  readonly onFile: () => void
}

const file = 'file'

function PickPlan({ side, onPlan, onFile }: PickPlanProps) {
  const { data: scenarios = [] } = useQuery(scenariosQuery(useDesk()))
  const { data: saved = [] } = useQuery({ queryKey: plansKey, queryFn: savedPlans, staleTime: 0 })
  const ready = scenarios.find(({ id }) => id === side.ask.snapshot)?.plans ?? []
  const pick = async (key: string) => {
    if (key === file) return onFile()
    const known = ready.find(({ id }) => `ready ${id}` === key)
    const link = known && parsePlan(known.hash)
    if (link?.kind === 'plan') return onPlan(link.plan, known?.title ?? '')
    const one = saved.find(({ id }) => `saved ${id}` === key)
    if (one) onPlan((await openSaved(one.id)).plan, one.name)
  }
  return (
    <MenuTrigger>
      <Button>Another plan</Button>
      <Popover
        placement="bottom start"
        className="max-w-[calc(100vw-2rem)] overflow-y-auto rounded-lg border border-edge bg-panel p-1 shadow-lg"
      >
        <Menu className="outline-none" onAction={(key) => void pick(String(key))}>
          <MenuItem id={file} className={itemLook}>
            A plan’s file…
          </MenuItem>
          {saved.length > 0 && (
            <Plans title="Saved plans" plans={saved.map(({ id, name }) => ({ id: `saved ${id}`, name }))} />
          )}
          {ready.length > 0 && (
            <Plans
              title="Plans of this scenario"
              plans={ready.map(({ id, title }) => ({ id: `ready ${id}`, name: title }))}
            />
          )}
        </Menu>
      </Popover>
    </MenuTrigger>
  )
}

const itemLook = 'cursor-default rounded-md px-2.5 py-1.5 text-sm outline-none data-focused:bg-soft'

interface PlansProps {
  readonly title: string
  readonly plans: readonly { readonly id: string; readonly name: string }[]
}

const Plans = ({ title, plans }: PlansProps) => (
  <MenuSection>
    <Header className="px-2.5 pt-2 pb-0.5 text-xs text-muted">{title}</Header>
    {plans.map(({ id, name }) => (
      <MenuItem key={id} id={id} textValue={name} className={itemLook}>
        {name}
      </MenuItem>
    ))}
  </MenuSection>
)

interface PickCloudProps {
  readonly ask: CloudAsk
  readonly onChange: (ask: CloudAsk) => void
}

/** Another cloud is asked under its own release until another is chosen. */
function PickCloud({ ask, onChange }: PickCloudProps) {
  const { data: scenarios = [] } = useQuery(scenariosQuery(useDesk()))
  const { data: stored = [] } = useQuery(storedQuery)
  const known = [
    ...stored.map(({ id, name }) => ({ id, name })),
    ...scenarios.map(({ id, title }) => ({ id, name: title })),
  ]
  const open = { id: ask.snapshot, name: ask.snapshot === dropped ? 'Dropped files' : ask.snapshot }
  const options = known.some(({ id }) => id === ask.snapshot) ? known : [open, ...known]
  return (
    <PickOne
      label="cloud"
      options={options}
      value={ask.snapshot}
      onChange={(snapshot) => onChange({ snapshot, release: undefined })}
    />
  )
}

function PickRelease({ ask, onChange }: PickCloudProps) {
  const { data: releases = [] } = useQuery(releasesQuery(useDesk()))
  const { data: cloud } = useQuery(cloudQuery(useDesk(), ask))
  return (
    <PickOne
      label="rules"
      options={releases}
      value={cloud?.release.id}
      onChange={(release) => onChange({ ...ask, release })}
    />
  )
}
