import type { Snapshot } from '@headroom/shared'

/** A stored snapshot from the API. */
export async function fetchSnapshot(id: string): Promise<Snapshot | undefined> {
  const response = await fetch(`/api/v1/snapshots/${encodeURIComponent(id)}`)
  if (response.status === 404) return undefined
  if (!response.ok) throw new Error(`The API answered ${response.status} when asked for snapshot “${id}”.`)
  return (await response.json()) as Snapshot
}
