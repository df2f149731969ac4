import { useQuery } from '@tanstack/react-query'
import { Link, Navigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useDesk } from '../../api/desk.tsx'
import { cloudQuery, releasesQuery, scenariosQuery } from '../../api/queries.ts'
import { type LongAnswer, useLong } from '../../api/use-long.ts'
import { Button, buttonClass } from '../../components/Button.tsx'
import { Opening } from '../../components/Opening.tsx'
import { Page } from '../../components/Page.tsx'
import { PickOne } from '../../components/PickOne.tsx'
import { ReleasePicker } from '../../components/ReleasePicker.tsx'
import { Failure } from '../../components/States.tsx'
import { Working } from '../../components/Working.tsx'
import { useCloud } from '../../url/use-cloud.ts'
import type { CloudAsk, CloudView } from '../../worker/desk.ts'
import { BrokenLink } from './BrokenLink.tsx'
import { knownPlan } from './known-plan.ts'
import { OpenedFile } from './OpenedFile.tsx'
import { PlanSentence } from './PlanSentence.tsx'
import { NoCloud, NoSteps } from './PlanStart.tsx'
import { planKey, planQuery } from './queries.ts'
import { SavedPlans } from './SavedPlans.tsx'
import { ShareButton } from './ShareButton.tsx'
import { StepForm } from './StepForm.tsx'
import { StepList } from './StepList.tsx'
import { StepMenu } from './StepMenu.tsx'
import { StepPanel } from './StepPanel.tsx'
import { stepNames } from './step-names.ts'
import { TakePlan } from './TakePlan.tsx'
import { tellingStep } from './telling-step.ts'
import { blankStep, type Formed, typedStep } from './typed-step.ts'
import { hashOf, usePlan } from './use-plan.ts'
import { usePlanFile } from './use-plan-file.ts'
import { usePlanSearch } from './use-plan-search.ts'

/** What would happen if: steps on a snapshot, and what both books make of each. */
export function Planner() {
  const cloud = useCloud()
  const plan = usePlan()
  const file = usePlanFile(cloud)
  const { snapshot, release } = plan.names
  if (!cloud && snapshot !== undefined)
    return <Navigate to="/plan" search={{ snapshot, release }} hash={true} replace />
  return (
    <div {...file.dropProps} className="min-h-full">
      {file.isOver && (
        <p className="pointer-events-none fixed inset-4 z-30 grid place-items-center rounded-xl border-2 border-dashed border-focus bg-panel/90 text-base font-semibold">
          Drop the plan’s file here
        </p>
      )}
      {cloud ? (
        <OpenPlanner cloud={cloud} plan={plan} file={file} />
      ) : (
        <NoCloud broken={plan.broken} file={file} />
      )}
    </div>
  )
}

interface OpenPlannerProps {
  readonly cloud: CloudAsk
  readonly plan: ReturnType<typeof usePlan>
  readonly file: ReturnType<typeof usePlanFile>
}

function OpenPlanner({ cloud: ask, plan, file }: OpenPlannerProps) {
  const cloud = useQuery(cloudQuery(useDesk(), ask))
  if (cloud.error)
    return (
      <Page title="Planner">
        <Failure what="This cloud cannot be opened." error={cloud.error} again={() => void cloud.refetch()} />
        <p className="text-muted">The plan stays in the address: {plan.draft.actions.length} steps.</p>
      </Page>
    )
  if (!cloud.data)
    return (
      <Page title="Planner">
        <Opening snapshot={ask.snapshot} />
      </Page>
    )
  return <PlannerPage ask={ask} cloud={cloud.data} plan={plan} file={file} />
}

/** The form that stands open: a step in its place, or a new one before the step that is there. */
type Editing =
  | { readonly kind: 'step'; readonly at: number }
  | { readonly kind: 'new'; readonly at: number; readonly what: Formed }
  | undefined

interface PlannerPageProps {
  readonly ask: CloudAsk
  readonly cloud: CloudView
  readonly plan: ReturnType<typeof usePlan>
  readonly file: ReturnType<typeof usePlanFile>
}

function PlannerPage({ ask, cloud, plan: { draft, broken, edit }, file }: PlannerPageProps) {
  const desk = useDesk()
  const [{ step, compare }, change] = usePlanSearch()
  const [editing, setEditing] = useState<Editing>()
  const { actions } = draft

  const replay = useLong(planKey(ask, { actions }), (tell) => desk.plan(ask, { actions }, tell), {
    keepsPrevious: true,
  })
  const { data: cards = [], error, isPlaceholderData, isStopped } = replay
  const { data: releases = [] } = useQuery(releasesQuery(desk))
  const other = useQuery({
    ...planQuery(desk, { ...ask, release: compare }, { actions }),
    enabled: compare !== undefined,
  })
  useUndoKeys(edit)

  const selected =
    actions.length === 0
      ? undefined
      : Math.min(step === undefined ? (tellingStep(cards) ?? 0) : step - 1, actions.length - 1)
  const select = (at: number) => change({ step: at + 1 })
  const { data: scenarios = [] } = useQuery(scenariosQuery(desk))
  const known = knownPlan(scenarios, ask, hashOf(draft))
  const otherName = releases.find(({ id }) => id === compare)?.name

  return (
    <Page
      title={known?.title ?? cloud.name}
      facts={
        <>
          <ReleasePicker cloud={cloud} />
          <PickOne
            label="compare with"
            options={[{ id: '', name: 'none' }, ...releases]}
            value={compare ?? ''}
            onChange={(id) => change({ compare: id || undefined })}
          />
        </>
      }
      actions={
        <>
          <Button isDisabled={draft.earlier.length === 0} onPress={() => edit({ edit: 'undo' })}>
            Undo
          </Button>
          <Button isDisabled={draft.undone.length === 0} onPress={() => edit({ edit: 'redo' })}>
            Redo
          </Button>
          <ShareButton />
          <SavedPlans cloud={ask} actions={actions} onFile={file.pick} />
          <Link to="/plan/compare" search={true} hash={hashOf(draft)} className={buttonClass()}>
            Compare
          </Link>
          <TakePlan cloud={ask} plan={{ actions }} />
          <StepMenu onAdd={(what) => setEditing({ kind: 'new', at: actions.length, what })}>
            <Button look="strong">Add step</Button>
          </StepMenu>
        </>
      }
    >
      {broken && <BrokenLink broken={broken} />}
      <OpenedFile read={file.read} cloud={ask} onClose={file.close} />
      {error && !isStopped && (
        <Failure what="The plan cannot be replayed." error={error} again={replay.again} />
      )}
      {(isStopped || isReplaying(replay)) && (
        <Working what="Replaying the plan" many="steps" isQuiet {...replay} />
      )}
      {cards.length > 0 && (
        <p className="max-w-prose text-base" aria-busy={isPlaceholderData}>
          {known ? <b>{known.says}</b> : <PlanSentence cards={cards} />}
        </p>
      )}
      {actions.length === 0 && !editing ? (
        <NoSteps snapshot={ask.snapshot} onFile={file.pick} />
      ) : (
        <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,47fr)_minmax(0,53fr)]">
          <div className="flex min-w-0 flex-col" aria-busy={isPlaceholderData}>
            <StepList
              draft={draft}
              cards={isPlaceholderData ? [] : cards}
              selected={selected}
              onSelect={select}
              edit={edit}
              onEdit={(at) => setEditing({ kind: 'step', at })}
              onInsert={(at, what) => setEditing({ kind: 'new', at, what })}
              open={
                editing && {
                  at: editing.at,
                  instead: editing.kind === 'step',
                  form: editing.kind === 'step' ? formOf(editing.at) : newForm(editing.at, editing.what),
                }
              }
            />
            {editing?.kind === 'new' && editing.at >= actions.length && newForm(editing.at, editing.what)}
          </div>
          <div className="flex min-w-0 flex-col gap-3">
            {selected !== undefined && !isStopped && (
              <StepPanel
                key={selected}
                cloud={ask}
                plan={{ actions: actions.slice(0, selected + 1) }}
                hosts={cloud.hosts}
                onInsert={(action) => {
                  edit({ edit: 'insert', at: selected, action })
                  select(selected + 1)
                }}
                other={
                  otherName === undefined
                    ? undefined
                    : {
                        release: otherName,
                        card: other.isPlaceholderData ? undefined : other.data?.[selected],
                      }
                }
              />
            )}
          </div>
        </div>
      )}
    </Page>
  )

  function formOf(at: number) {
    const action = actions[at]
    return (
      action && (
        <StepForm
          title={`Step ${at + 1}: ${stepNames[action.do]}`}
          start={typedStep(action)}
          cloud={ask}
          after={{ actions: actions.slice(0, at) }}
          save="Save"
          onSave={(saved) => {
            const kept = action.disabled ? { ...saved, disabled: true } : saved
            edit({ edit: 'replace', at, action: kept })
            setEditing(undefined)
            select(at)
          }}
          onCancel={() => setEditing(undefined)}
        />
      )
    )
  }

  function newForm(at: number, what: Formed) {
    return (
      <StepForm
        key={`${at} ${what}`}
        title={`Step ${at + 1}: ${stepNames[what]}`}
        start={blankStep(what, actions)}
        cloud={ask}
        after={{ actions: actions.slice(0, at) }}
        save="Add"
        onSave={(action) => {
          edit({ edit: 'insert', at, action })
          setEditing(undefined)
          select(at)
        }}
        onCancel={() => setEditing(undefined)}
      />
    )
  }
}

const isReplaying = ({ data, isPlaceholderData }: LongAnswer<unknown>): boolean =>
  data === undefined || isPlaceholderData

/** Ctrl+Z and Ctrl+Shift+Z (⌘ on a Mac), but in a field, where they are the field's own. */
function useUndoKeys(edit: ReturnType<typeof usePlan>['edit']) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.key.toLowerCase() !== 'z') return
      if (event.target instanceof HTMLElement && event.target.closest('input, textarea')) return
      event.preventDefault()
      edit({ edit: event.shiftKey ? 'redo' : 'undo' })
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [edit])
}
