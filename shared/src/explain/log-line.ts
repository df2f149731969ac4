import type { Rejection } from '../placement/rejection.ts'
import type { Objection } from '../placement/verdict.ts'
import { inMiB, type KiB } from '../units.ts'
import { type Sentence, say } from './sentence.ts'

/**
 * What an operator finds of it: the line of the service's log, or the fault of the guest, as Nova writes them (numbers
 * filled in, ids left out). Undefined where Nova says nothing of this one host.
 */
export function explainLog({ by, reason }: Objection): Sentence | undefined {
  switch (by) {
    case 'API':
      return reason.kind === 'request-invalid'
        ? say`The API answers ${{ code: reason.exception }}.`
        : undefined
    case 'scheduler':
      return undefined
    case 'Placement':
      return say`Where Placement names no host, nova-scheduler logs ${{ code: 'Got no allocation candidates from the Placement API' }}.`
    case 'claim':
      return say`The guest’s fault says ${{ code: `Insufficient compute resources: ${claimFault(reason)}` }}.`
    case 'live-migration pre-check': {
      const fault = precheckFault(reason)
      return fault === undefined ? undefined : say`The fault says ${{ code: fault }}.`
    }
    default: {
      const debug = filterLine(reason)
      const none = say`Where it leaves no host, nova-scheduler logs ${{ code: `Filter ${by} returned 0 hosts` }}`
      return debug === undefined
        ? [...none, '.']
        : [...none, ...say`; with debug on, of this one ${{ code: debug }}.`]
    }
  }
}

const mib = (memory: KiB): string => `${inMiB(memory)}`
const twoDigits = (n: number): string => n.toFixed(2)

const claimUnits = {
  memory: ['memory', 'MB'],
  disk: ['disk', 'GB'],
  vcpu: ['vcpu', 'VCPU'],
} as const

/** nova/compute/claims.py. */
function claimFault(reason: Rejection): string {
  if (reason.kind === 'claim-short') {
    const [type, unit] = claimUnits[reason.resource]
    return `Free ${type} ${twoDigits(reason.free)} ${unit} < requested ${reason.needed} ${unit}`
  }
  switch (reason.kind) {
    case 'page-size-changes':
      return 'Requested page size is different from current page size'
    case 'pci-devices-short':
      return 'Claim pci failed'
    case 'pci-devices-elsewhere':
      return 'Requested instance NUMA topology together with requested PCI devices cannot fit the given host NUMA topology'
    default:
      return 'Requested instance NUMA topology cannot fit the given host NUMA topology'
  }
}

/** nova/conductor/tasks/live_migrate.py, nova/exception.py. */
function precheckFault(reason: Rejection): string | undefined {
  switch (reason.kind) {
    case 'live-migration-memory':
      return `Lack of memory(host:${mib(reason.available)} <= instance:${mib(reason.needed)})`
    case 'live-migration-numa-refused':
      return 'Instance has an associated NUMA topology'
    case 'hypervisor-older':
      return 'The instance requires a newer hypervisor version than has been provided'
    case 'hypervisor-differs':
      return 'The supplied hypervisor type of is invalid'
    case 'host-down':
      return 'is unavailable at this time'
    default:
      return undefined
  }
}

/** nova/scheduler/filters: what each writes of a host it refuses, without the host's own description before it. */
function filterLine(reason: Rejection): string | undefined {
  switch (reason.kind) {
    case 'ram-short':
      return `does not have ${mib(reason.needed)} MB usable ram, it only has ${mib(reason.free)} MB usable ram`
    case 'ram-self-overcommit':
      return `does not have ${mib(reason.needed)} MB usable ram before overcommit, it only has ${mib(reason.total)} MB`
    case 'vcpus-short':
      return `does not have ${reason.needed} usable vcpus, it only has ${reason.free} usable vcpus`
    case 'vcpus-self-overcommit':
      return `does not have ${reason.needed} total cpus before overcommit, it only has ${reason.total}`
    case 'disk-short':
      return `does not have ${reason.neededGb * 1024} MB usable disk, it only has ${reason.freeGb * 1024} MB usable disk`
    case 'too-many-guests':
      return `fails num_instances check: Max instances per host is set to ${reason.most}`
    case 'too-many-io-ops':
      return `fails I/O ops check: Max IOs per host is set to ${reason.most}`
    default:
      return undefined
  }
}
