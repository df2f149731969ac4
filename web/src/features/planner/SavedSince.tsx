import { type Action, explainAction } from '@headroom/shared'
import { Link } from '@tanstack/react-router'
import type { OpenedPlan } from '../../api/plans.ts'
import { Button } from '../../components/Button.tsx'
import { Say } from '../../components/Say.tsx'
import { formatPlans } from '../../url/plan-link.ts'
import { planDifference } from './plan-difference.ts'

interface SavedSinceProps {
  readonly mine: readonly Action[]
  readonly theirs: OpenedPlan
  readonly onSaveOver: () => void
  readonly onOpen: () => void
  readonly onClose: () => void
}

/** Somebody else saved the plan in between: what differs, and what can be done. */
export function SavedSince({ mine, theirs, onSaveOver, onOpen, onClose }: SavedSinceProps) {
  const { actions } = theirs.plan
  const difference = planDifference(mine, actions)
  const nameless = { version: 1, snapshot: undefined, release: undefined } as const
  return (
    <section
      role="alert"
      aria-label="Saved by somebody else"
      className="flex flex-col gap-2 rounded-lg border border-warn px-3 py-2.5"
    >
      <p>
        <b className="text-warn">{theirs.saved.name} was changed</b> since you opened it. Yours is not saved
        yet.
      </p>
      <Steps title="Only in yours" actions={difference.mine} />
      <Steps title="Only in theirs" actions={difference.theirs} />
      {difference.isReordered && <p className="text-xs">The same steps in another order.</p>}
      <div className="flex flex-wrap items-center gap-2">
        <Button onPress={onOpen}>Open theirs</Button>
        <Button onPress={onSaveOver}>Save over theirs</Button>
        <Link
          to="/plan/compare"
          search={(old) => ({
            snapshot: old.snapshot,
            release: old.release,
            name: 'Yours',
            with_name: 'Theirs',
          })}
          hash={formatPlans({ ...nameless, actions: mine }, { ...nameless, actions })}
          onClick={onClose}
          className="link"
        >
          Compare them
        </Link>
      </div>
    </section>
  )
}

/** Steps of a list that are named. */
const most = 5

function Steps({ title, actions }: { readonly title: string; readonly actions: readonly Action[] }) {
  if (actions.length === 0) return null
  return (
    <div className="text-xs">
      <p className="font-semibold">{title}</p>
      <ul className="list-disc pl-4">
        {actions.slice(0, most).map((action, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: steps of one plan, in its order
          <li key={i}>
            <Say sentence={explainAction(action)} links={false} />
          </li>
        ))}
        {actions.length > most && <li className="text-muted">{actions.length - most} more</li>}
      </ul>
    </div>
  )
}
