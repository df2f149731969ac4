import type { CloudAsk, PlanCard, ScenarioCard } from '../../worker/desk.ts'

/** The scenario's plan that is open, as long as nobody has edited it or asked another release. */
export const knownPlan = (
  scenarios: readonly ScenarioCard[],
  { snapshot, release }: CloudAsk,
  hash: string,
): PlanCard | undefined =>
  scenarios
    .filter(({ id }) => id === snapshot)
    .flatMap(({ plans }) => plans)
    .find((plan) => plan.release === release && plan.hash === hash)
