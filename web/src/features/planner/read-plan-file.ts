import { located, type Plan, type Problem, readJson, readPlan } from '@headroom/shared'

/** A file read as a plan, of this version or an older one. */
export type PlanFileRead =
  | { readonly kind: 'plan'; readonly file: string; readonly plan: Plan }
  /** It is none: where, and what a plan has there. */
  | { readonly kind: 'broken'; readonly file: string; readonly problems: readonly Problem[] }

/** A plan of which a part cannot be read is none: what is left of it would say something else. */
export function readPlanText(file: string, text: string): PlanFileRead {
  const json = readJson(text)
  if (json.problems.length > 0) return { kind: 'broken', file, problems: json.problems }
  const { facts, problems } = readPlan(json.facts)
  return facts
    ? { kind: 'plan', file, plan: facts }
    : { kind: 'broken', file, problems: located(text, problems) }
}

export const readPlanFile = async (file: File): Promise<PlanFileRead> =>
  readPlanText(file.name, await file.text())
