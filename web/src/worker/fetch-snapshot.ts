import { readSnapshot, type Snapshot } from '@headroom/shared'
import { refusal } from '../api/client.ts'

/** A stored snapshot from the API; undefined where it has none of that id. */
export async function fetchSnapshot(id: string): Promise<Snapshot | undefined> {
  const response = await fetch(`/api/v1/snapshots/${encodeURIComponent(id)}`)
  if (response.status === 404) return undefined
  if (!response.ok) throw await refusal(response)
  const { facts, problems } = readSnapshot(await response.json())
  if (facts) return facts
  const [first] = problems
  throw new Error(
    first
      ? `Snapshot “${id}” is not one: at ${first.at.path ?? 'its top'} it should have ${first.expected}.`
      : `Snapshot “${id}” is not one.`,
  )
}
