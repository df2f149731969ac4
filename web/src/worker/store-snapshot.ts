import { type Snapshot, writeSnapshot } from '@headroom/shared'
import { z } from 'zod'
import { refusal } from '../api/client.ts'

const created = z.object({ id: z.string() })

/** Stores a snapshot in the API; gives its id there, which the same snapshot always has. */
export async function storeSnapshot(snapshot: Snapshot): Promise<string> {
  const response = await fetch('/api/v1/snapshots', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(writeSnapshot(snapshot)),
  })
  if (!response.ok) throw await refusal(response)
  return created.parse(await response.json()).id
}
