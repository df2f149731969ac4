import { type Plan, readPlan, writePlan } from '@headroom/shared'
import { z } from 'zod'
import { refusal } from './client.ts'

const savedPlan = z
  .object({ id: z.string(), name: z.string(), changed_at: z.string(), version: z.string() })
  .transform(({ changed_at, ...plan }) => ({ ...plan, changedAt: changed_at }))

/** A plan that was saved under a name, as the API's list shows it. */
export type SavedPlan = z.output<typeof savedPlan>

const path = (id: string) => `/api/v1/plans/${encodeURIComponent(id)}`

async function answered(response: Response): Promise<unknown> {
  if (!response.ok) throw await refusal(response)
  return response.json()
}

/** All of them, the last changed first. */
export const savedPlans = async (): Promise<readonly SavedPlan[]> =>
  z.object({ plans: z.array(savedPlan) }).parse(await answered(await fetch('/api/v1/plans'))).plans

/** A saved plan in the version that is there now. */
export interface OpenedPlan {
  readonly saved: SavedPlan
  readonly plan: Plan
}

const document = z.object({ plan: z.unknown() })

/** Throws in the words of what is wrong where the API has a plan that cannot be read. */
export async function openSaved(id: string): Promise<OpenedPlan> {
  const answer = await answered(await fetch(path(id)))
  const { facts, problems } = readPlan(document.parse(answer).plan)
  if (!facts) throw new Error(`The saved plan cannot be read: expected ${problems[0]?.expected}.`)
  return { saved: savedPlan.parse(answer), plan: facts }
}

export type Saving =
  | { readonly kind: 'saved'; readonly saved: SavedPlan }
  /** Somebody else has changed it since: nothing was saved. */
  | { readonly kind: 'changed'; readonly theirs: OpenedPlan }

/** Saves a plan anew, or in place of the version that was read. */
export async function savePlan(name: string, plan: Plan, over: SavedPlan | undefined): Promise<Saving> {
  const response = await fetch(over ? path(over.id) : '/api/v1/plans', {
    method: over ? 'PUT' : 'POST',
    headers: {
      'content-type': 'application/json',
      ...(over ? { 'if-match': `"${over.version}"` } : {}),
    },
    body: JSON.stringify({ name, plan: writePlan(plan) }),
  })
  if (over && response.status === 412) return { kind: 'changed', theirs: await openSaved(over.id) }
  return { kind: 'saved', saved: savedPlan.parse(await answered(response)) }
}

/** Removes a saved plan; one that is gone already is removed too. */
export async function removeSaved(id: string): Promise<void> {
  const response = await fetch(path(id), { method: 'DELETE' })
  if (!response.ok && response.status !== 404) throw await refusal(response)
}
