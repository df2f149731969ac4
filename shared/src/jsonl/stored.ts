import { z } from 'zod'
import { storedGuestTopology, storedHostTopology } from '../accounting/stored-json.ts'
import { hostCells, hostJson } from './host.ts'
import { type Op, unsupported } from './op.ts'
import { guestTopology, topologyJson } from './topology.ts'

const request = z.object({ host: hostJson, topology: topologyJson })

/** A host's cells and a guest's as that release writes them in its database. */
export const stored: Op = (line, { rules }) => {
  const { host, topology } = request.parse(line)
  const ofHost = storedHostTopology(hostCells(host, rules), rules)
  const ofGuest = storedGuestTopology(guestTopology(topology, rules), rules)
  return ofHost && ofGuest
    ? { compute_nodes: { numa_topology: ofHost }, instance_extra: { numa_topology: ofGuest } }
    : unsupported
}
