import type { Gap, GapReason } from '../model/snapshot.ts'
import { type Sentence, say, type Word } from './sentence.ts'

/** Facts a person knows by another name than their place. */
const names: Readonly<Record<string, string>> = {
  observation: 'what the host itself has',
  holders: 'who holds the huge pages',
  mounts: 'which hugetlbfs mounts there are',
  qemu: 'QEMU’s version',
  libvirt: 'libvirt’s version',
  'cells unequal memory': 'what this libvirt makes of cells that do not add up to the memory',
  'reserved pages': 'how many pages are promised and not yet taken',
  numa_topology: 'the NUMA topology in Nova’s book',
  guests: 'which guests there are',
  service: 'whether the compute service is up',
  zone: 'the availability zone',
  memory_mb: 'the host’s memory in Nova’s book',
  vcpus: 'the host’s vCPUs in Nova’s book',
  local_gb: 'the host’s disk in Nova’s book',
  compute_nodes: 'what Nova stored of the host',
  instances: 'which guests Nova has',
  instance_extra: 'the NUMA topologies of the guests',
  flavor_extra_specs: 'the extra specs of the flavors',
  'headroom-probe': 'what the host itself says',
  'virsh capabilities': 'how many pages there are, free or not',
  'surplus pages': 'how many pages are surplus',
  'inventories behind allocation candidates':
    'total, reserved and ratio behind the capacities that Placement offered one request',
  hostname: 'which host a file was read on (it was taken for the only one)',
}

/** What is not known, of whom, and why. */
export function explainGap({ what, why, host, guest }: Gap): Sentence {
  const name = names[what]
  const fact: Word = name ?? { code: what }
  const of: Sentence = [
    ...(guest === undefined ? [] : [' of guest ', { guest, name: guest }]),
    ...(host === undefined ? [] : [' on ', { host }]),
  ]
  return [...say`Not known: ${fact}`, ...of, ...reason(why)]
}

function reason(why: GapReason): Sentence {
  switch (why) {
    case 'not permitted':
      return say`; reading it was not permitted.`
    case 'absent':
      return say`; it was looked for and is not there.`
    case 'not understood':
      return say`; what was read was not understood.`
    case 'not given':
      return say`; no source gave it.`
    case 'not modelled':
      return say`; Headroom does not model it yet.`
  }
}
