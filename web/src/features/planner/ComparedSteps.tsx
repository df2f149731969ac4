import { figure } from '@headroom/shared'
import { Link } from '@tanstack/react-router'
import { Say } from '../../components/Say.tsx'
import { GatesChip } from '../../components/Verdict.tsx'
import { formatPlan } from '../../url/plan-link.ts'
import type { PlanAt } from '../../worker/desk.ts'
import type { ComparedRow, PartingView } from './compare-view.ts'
import { Chips } from './StepPanel.tsx'
import type { CompareView, StepCard } from './view-model.ts'

interface ComparedStepsProps {
  readonly view: CompareView
  readonly sides: readonly [PlanAt, PlanAt]
  readonly isPartedOnly: boolean
}

const isParted = ({ cards: [left, right], partings }: ComparedRow): boolean =>
  partings.length > 0 || !left || !right

/** Step beside step; those answered alike stand once. */
export function ComparedSteps({ view: { rows, first, releases }, sides, isPartedOnly }: ComparedStepsProps) {
  const shown = rows.map((row, at) => ({ row, at })).filter(({ row }) => !isPartedOnly || isParted(row))
  if (shown.length === 0) return null
  return (
    <ol aria-label="Steps of both" className="flex flex-col gap-3">
      {shown.map(({ row, at }) => (
        <li key={at}>
          {isParted(row) ? (
            <Parted row={row} isFirst={at === first} sides={sides} releases={releases} />
          ) : (
            row.cards[0] && (
              <Card card={row.cards[0]} at={row.at[0]} also={row.at[1]} side={sides[0]} of="both" />
            )
          )}
        </li>
      ))}
    </ol>
  )
}

interface PartedProps extends Pick<ComparedStepsProps, 'sides'> {
  readonly row: ComparedRow
  readonly isFirst: boolean
  readonly releases: readonly [string, string]
}

function Parted({ row: { at, cards, partings }, isFirst, sides, releases }: PartedProps) {
  return (
    <article
      className={`panel flex flex-col gap-2 border-l-4! px-3 py-3 ${isFirst ? 'border-l-bad!' : 'border-l-warn!'}`}
    >
      {isFirst && <p className="text-xs font-semibold text-bad">They part here first</p>}
      <div className="grid items-stretch gap-2 md:grid-cols-2">
        {([0, 1] as const).map((of) => {
          const card = cards[of]
          return card ? (
            <Card key={of} card={card} at={at[of]} side={sides[of]} of={names[of]} release={releases[of]} />
          ) : (
            <p
              key={of}
              className="rounded-lg border border-dashed border-edge px-3 py-2.5 text-xs text-muted"
            >
              {names[of]}: has no such step.
            </p>
          )
        })}
      </div>
      {partings.length > 0 && <Partings partings={partings} />}
    </article>
  )
}

const names = ['First', 'Second'] as const

interface CardProps {
  readonly card: StepCard
  /** From 0 in its plan. */
  readonly at: number | undefined
  /** Its place in the other plan, where both answer alike. */
  readonly also?: number | undefined
  readonly side: PlanAt
  readonly of: 'both' | (typeof names)[number]
  readonly release?: string
}

/** A step as one side answers it; its title leads there. */
function Card({ card, at = 0, also = at, side: { ask, plan }, of, release }: CardProps) {
  return (
    <div className={`min-w-0 rounded-lg px-3 py-2.5 ${of === 'both' ? 'panel' : 'bg-soft'}`}>
      <div className="flex flex-wrap items-start gap-x-3 gap-y-1.5">
        <div className="min-w-0 flex-1 basis-52">
          <p className="text-xs text-muted">
            {of === 'both' ? 'Both alike' : of}, {also === at ? 'step' : 'steps'} {at + 1}
            {also !== at && ` and ${also + 1}`}
            {release && ` · ${release}`}
          </p>
          <Link
            to="/plan"
            search={{ ...ask, step: at + 1 }}
            hash={formatPlan({ version: 1, snapshot: undefined, release: undefined, ...plan })}
            className="link font-semibold [&_b]:font-semibold"
          >
            <Say sentence={card.title} links={false} />
          </Link>
          <p className="mt-0.5 text-xs">
            <Say sentence={card.says} />
          </p>
        </div>
        <span className="ml-auto flex flex-wrap justify-end gap-1.5">
          {card.differs.includes('gates-disagree') && <GatesChip />}
          <Chips {...card} />
        </span>
      </div>
    </div>
  )
}

/** Partings of a step that are told. */
const most = 6

const Partings = ({ partings }: { readonly partings: readonly PartingView[] }) => (
  <ul aria-label="In what way" className="flex flex-col gap-1 text-xs">
    {partings.slice(0, most).map(({ says, more }, i) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: partings of one step, in its order
      <li key={i}>
        <Say sentence={says} />
        {more > 0 && (
          <span className="text-muted">
            {' '}
            {figure(more)} more {more === 1 ? 'parts' : 'part'} likewise.
          </span>
        )}
      </li>
    ))}
    {partings.length > most && (
      <li className="text-muted">{figure(partings.length - most)} other ways in which they part.</li>
    )}
  </ul>
)
