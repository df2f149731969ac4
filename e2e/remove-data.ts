import { rmSync } from 'node:fs'

/** The temporary database goes when the journeys are over. */
export default function removeData(): void {
  const data = process.env.HEADROOM_E2E_DATA
  if (data) rmSync(data, { recursive: true, force: true })
}
