import { releaseById } from '@headroom/shared'
import { type Scenario, scenarios } from '@headroom/shared/scenarios'
import { formatPlan } from '../url/plan-link.ts'
import type { ScenarioCard } from './desk.ts'

/** A scenario as it is offered, its plans as links. */
export const card = ({ id, title, says, plans }: Scenario): ScenarioCard => ({
  id,
  title,
  says,
  plans: plans.map(({ id, title, says, plan }) => ({
    id,
    title,
    says,
    release: plan.release,
    releaseName: plan.release === undefined ? undefined : releaseById(plan.release)?.name,
    hash: formatPlan({ ...plan, snapshot: undefined, release: undefined }),
  })),
})

export { scenarios }
