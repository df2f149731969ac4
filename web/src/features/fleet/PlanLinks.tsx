import { Link } from '@tanstack/react-router'
import type { ScenarioCard } from '../../worker/desk.ts'

/** The plans of a scenario, each opened by a click. */
export const PlanLinks = ({ scenario: { id, plans } }: { readonly scenario: ScenarioCard }) => (
  <ul className="mt-2 grid gap-x-6 gap-y-2 border-t border-line pt-2.5 sm:grid-cols-[repeat(auto-fit,minmax(18rem,1fr))]">
    {plans.map((plan) => (
      <li key={plan.id}>
        <Link
          to="/plan"
          search={{ snapshot: id, release: plan.release }}
          hash={plan.hash}
          className="link font-semibold"
        >
          {plan.title}
        </Link>{' '}
        {plan.releaseName && <span className="text-xs text-muted">rules of {plan.releaseName}</span>}
        <p className="text-xs text-muted">{plan.says}</p>
      </li>
    ))}
  </ul>
)
