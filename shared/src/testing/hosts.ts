import { notConfigured } from '../evidence/join-hosts.ts'
import type { Host } from '../model/host.ts'
import { HostId } from '../model/ids.ts'

/** A host of which nothing is known but what is given. */
export const host = (name: string, known: Partial<Omit<Host, 'id'>> = {}): Host => ({
  id: HostId(name),
  release: undefined,
  zone: undefined,
  service: undefined,
  nova: undefined,
  observed: undefined,
  config: notConfigured,
  ...known,
})
