import { mibWhereKibWasMeant } from './mib-where-kib-was-meant.ts'
import { pagesNobodyToldNovaAbout } from './pages-nobody-told-nova-about.ts'
import type { Scenario } from './scenario.ts'
import { twoGatesTwoAnswers } from './two-gates-two-answers.ts'

export type { Scenario, ScenarioPlan } from './scenario.ts'

export const scenarios: readonly Scenario[] = [
  pagesNobodyToldNovaAbout,
  mibWhereKibWasMeant,
  twoGatesTwoAnswers,
]

const byId = new Map(scenarios.map((scenario) => [scenario.id, scenario]))

export const scenarioById = (id: string): Scenario | undefined => byId.get(id)
