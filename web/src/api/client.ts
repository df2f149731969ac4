import { z } from 'zod'

const storedSnapshot = z
  .object({
    id: z.string(),
    name: z.string(),
    release: z.string().optional(),
    taken_at: z.string().optional(),
    stored_at: z.string(),
    hosts: z.number(),
    guests: z.number(),
  })
  .transform(({ taken_at, stored_at, ...stored }) => ({ ...stored, takenAt: taken_at, storedAt: stored_at }))

/** A snapshot the API has, as its list shows it. */
export type StoredSnapshot = z.output<typeof storedSnapshot>

const problem = z.object({ detail: z.string() })

/** What the API said instead of an answer, in its own words where it had any. */
export async function refusal(response: Response): Promise<Error> {
  const said = problem.safeParse(await response.json().catch(() => undefined))
  return new Error(said.success ? said.data.detail : `The API answered ${response.status}.`)
}

/** The newest snapshots the API has, newest first. */
export async function storedSnapshots(): Promise<readonly StoredSnapshot[]> {
  const response = await fetch('/api/v1/snapshots?limit=20')
  if (!response.ok) throw await refusal(response)
  return z.object({ snapshots: z.array(storedSnapshot) }).parse(await response.json()).snapshots
}

/** Removes a stored snapshot; one that is gone already is removed too. */
export async function removeSnapshot(id: string): Promise<void> {
  const response = await fetch(`/api/v1/snapshots/${encodeURIComponent(id)}`, { method: 'DELETE' })
  if (!response.ok && response.status !== 404) throw await refusal(response)
}
