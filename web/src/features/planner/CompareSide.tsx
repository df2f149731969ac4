import type { Plan } from '@headroom/shared'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
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
import { StepForm } from './StepForm.tsx'
import { StepMenu } from './StepMenu.tsx'
import { plansKey } from './saved-plans-key.ts'
import { stepNames } from './step-names.ts'
import { blankStep, type Formed } from './typed-step.ts'

/** A plan on a cloud under a release, and what it is called where it has a name. */
export interface Side extends PlanAt {
  readonly name: string | undefined
}

interface CompareSideProps {
  readonly title: 'First' | 'Second'
  readonly side: Side
  readonly other: Side
  readonly onChange: (side: Side) => void
  readonly onBroken: (read: Extract<PlanFileRead, { kind: 'broken' }>) => void
}

/**
 * Which plan stands on a side, on which cloud and under which release; a step put before it is how it goes with other
 * options. A plan's file may be dropped on it.
 */
export function CompareSide({ title, side, other, onChange, onBroken }: CompareSideProps) {
  const [adding, setAdding] = useState<Formed>()
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
        <span className="min-w-0 break-words">{side.name ?? ofPlanner}</span>
        <span className="text-xs font-normal text-muted">
          {steps} {steps === 1 ? 'step' : 'steps'}
        </span>
      </h2>
      <div className="flex flex-wrap items-center gap-2">
        <PickPlan
          side={side}
          onPlan={take}
          onFile={() => void pickFile('.json,application/json').then(takeFile)}
          onSame={() => onChange({ ...side, plan: other.plan, name: other.name })}
        />
        <StepMenu onAdd={setAdding} placement="bottom start">
          <Button>A step before it</Button>
        </StepMenu>
        <PickCloud ask={side.ask} onChange={(ask) => onChange({ ...side, ask })} />
        <PickRelease ask={side.ask} onChange={(ask) => onChange({ ...side, ask })} />
      </div>
      {adding && (
        <StepForm
          key={adding}
          title={`Before its first step: ${stepNames[adding]}`}
          start={blankStep(adding, side.plan.actions)}
          cloud={side.ask}
          after={{ actions: [] }}
          save="Put it there"
          onSave={(action) => {
            setAdding(undefined)
            const name = `${side.name ?? ofPlanner}, changed`
            onChange({ ...side, name, plan: { actions: [action, ...side.plan.actions] } })
          }}
          onCancel={() => setAdding(undefined)}
        />
      )}
    </section>
  )
}

const ofPlanner = 'The plan of the Planner'

interface PickPlanProps {
  readonly side: Side
  readonly onPlan: (plan: Plan, name: string) => void
  readonly onFile: () => void
  readonly onSame: () => void
}

const file = 'file'
const same = 'same'

function PickPlan({ side, onPlan, onFile, onSame }: PickPlanProps) {
  const { data: scenarios = [] } = useQuery(scenariosQuery(useDesk()))
  const { data: saved = [] } = useQuery({ queryKey: plansKey, queryFn: savedPlans, staleTime: 0 })
  const ready = scenarios.find(({ id }) => id === side.ask.snapshot)?.plans ?? []
  const pick = async (key: string) => {
    if (key === file) return onFile()
    if (key === same) return onSame()
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
          <MenuItem id={same} className={itemLook}>
            The same as the other
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
