import { figure, type Plan } from '@headroom/shared'
import { getRouteApi, Link, useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { useDesk } from '../../api/desk.tsx'
import { useLong } from '../../api/use-long.ts'
import { Button } from '../../components/Button.tsx'
import { CheckField } from '../../components/Fields.tsx'
import { Page } from '../../components/Page.tsx'
import { Say } from '../../components/Say.tsx'
import { Empty, Failure } from '../../components/States.tsx'
import { Working } from '../../components/Working.tsx'
import { formatPlan, formatPlans, type PlanLink, parsePlans } from '../../url/plan-link.ts'
import { useCloud } from '../../url/use-cloud.ts'
import type { CloudAsk } from '../../worker/desk.ts'
import { BrokenLink } from './BrokenLink.tsx'
import { BrokenFile } from './BrokenPlan.tsx'
import { ComparedSteps } from './ComparedSteps.tsx'
import { CompareSide, type Side } from './CompareSide.tsx'
import type { PlanFileRead } from './read-plan-file.ts'
import type { CompareView } from './view-model.ts'

const route = getRouteApi('/plan/compare')

const actionsOf = (link: PlanLink): Plan['actions'] => (link.kind === 'plan' ? link.plan.actions : [])

/** Two plans beside each other, or one on two clouds or under two releases: where they part first, and why. */
export function ComparePage() {
  const cloud = useCloud()
  const hash = useLocation({ select: (location) => location.hash })
  const [first, second] = parsePlans(hash)
  const broken = [first, second].find((link) => link.kind === 'broken')
  if (!cloud)
    return (
      <Page title="Compare plans">
        <Empty title="No cloud is open">
          <Link to="/plan" className="link">
            Open a plan
          </Link>{' '}
          first.
        </Empty>
      </Page>
    )
  return (
    <Page title="Compare plans" above={<Back actions={actionsOf(first)} />}>
      {broken?.kind === 'broken' && <BrokenLink broken={broken.why} />}
      <Sides cloud={cloud} plans={[actionsOf(first), actionsOf(second)]} />
    </Page>
  )
}

/** To the first of the two, where it is worked on. */
const Back = ({ actions }: { readonly actions: Plan['actions'] }) => (
  <Link
    to="/plan"
    search={({ snapshot, release }) => ({ snapshot, release })}
    hash={formatPlan({ version: 1, snapshot: undefined, release: undefined, actions })}
    className="link text-xs text-muted"
  >
    Planner
  </Link>
)

interface SidesProps {
  /** Of the first. */
  readonly cloud: CloudAsk
  readonly plans: readonly [Plan['actions'], Plan['actions']]
}

function Sides({ cloud, plans: [first, second] }: SidesProps) {
  const { name, with_name, with_snapshot, with_release, parted = false } = route.useSearch()
  const [broken, setBroken] = useState<Extract<PlanFileRead, { kind: 'broken' }>>()
  const navigate = route.useNavigate()
  const one: Side = { ask: cloud, plan: { actions: first }, name }
  const other: Side = {
    ask: {
      snapshot: with_snapshot ?? cloud.snapshot,
      release: with_release ?? (with_snapshot === undefined ? cloud.release : undefined),
    },
    plan: { actions: second },
    name: with_name,
  }
  const show = (one: Side, other: Side) => {
    setBroken(undefined)
    const isSame = one.ask.snapshot === other.ask.snapshot
    void navigate({
      search: {
        ...one.ask,
        name: one.name,
        with_name: other.name,
        with_snapshot: isSame ? undefined : other.ask.snapshot,
        with_release: isSame && one.ask.release === other.ask.release ? undefined : other.ask.release,
        parted: parted || undefined,
      },
      hash: formatPlans(planOf(one), planOf(other)),
      replace: true,
      resetScroll: false,
      hashScrollIntoView: false,
    })
  }
  return (
    <>
      <div className="grid gap-3 md:grid-cols-2">
        <CompareSide
          title="First"
          side={one}
          other={other}
          onBroken={setBroken}
          onChange={(to) => show(to, other)}
        />
        <CompareSide
          title="Second"
          side={other}
          other={one}
          onBroken={setBroken}
          onChange={(to) => show(one, to)}
        />
      </div>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <Button onPress={() => show(other, one)}>Swap them</Button>
        <CheckField
          name="parted"
          label="Only where they part"
          value={parted}
          onChange={(on) =>
            void navigate({
              search: (old) => ({ ...old, parted: on || undefined }),
              hash: true,
              replace: true,
              resetScroll: false,
            })
          }
        />
      </div>
      {broken && <BrokenFile {...broken} onClose={() => setBroken(undefined)} />}
      <Comparison one={one} other={other} isPartedOnly={parted} />
    </>
  )
}

const planOf = ({ plan }: Side): Plan => ({
  version: 1,
  snapshot: undefined,
  release: undefined,
  ...plan,
})

interface ComparisonProps {
  readonly one: Side
  readonly other: Side
  readonly isPartedOnly: boolean
}

function Comparison({ one, other, isPartedOnly }: ComparisonProps) {
  const sides = [one, other].map(({ ask, plan }) => ({ ask, plan })) as [Side, Side]
  const desk = useDesk()
  const answer = useLong(['compare plans', ...sides], (tell) => desk.comparePlans(...sides, tell), {
    keepsPrevious: true,
  })
  const { data, error, isStopped, isPlaceholderData, again } = answer
  if (error && !isStopped) return <Failure what="They cannot be compared." error={error} again={again} />
  if (!data || isStopped) return <Working what="Replaying both plans" many="plans" {...answer} />
  return (
    <div className="flex flex-col gap-3" aria-busy={isPlaceholderData}>
      {isPlaceholderData && <Working what="Replaying both plans" many="plans" isQuiet {...answer} />}
      <p className="max-w-prose text-base">
        <b>
          <Outcome view={data} />
        </b>
      </p>
      <ComparedSteps view={data} sides={sides} isPartedOnly={isPartedOnly} />
    </div>
  )
}

/** The one thing to know. */
function Outcome({ view: { rows, first, parted } }: { readonly view: CompareView }) {
  if (rows.length === 0) return 'Neither plan has a step.'
  const row = first === undefined ? undefined : rows[first]
  if (!row)
    return rows.length === 1
      ? 'The one step is answered alike.'
      : `All ${figure(rows.length)} steps are answered alike.`
  const [left, right] = row.cards
  const title = (left ?? right)?.title ?? []
  const otherwise = rows.find(({ partings }) => partings.length > 0)
  const differ =
    parted > 1 ? `${figure(parted)} of ${figure(rows.length)} steps differ` : 'no other step differs'
  return (
    <>
      They part first {left && right ? 'at' : `where the ${left ? 'first' : 'second'} alone has a step:`}{' '}
      <Say sentence={title} links={false} />; {differ}.
      {otherwise && otherwise !== row && (
        <>
          {' '}
          Of what both do, the first answered otherwise is{' '}
          <Say sentence={otherwise.cards[0]?.title ?? []} links={false} />.
        </>
      )}
    </>
  )
}
