import type { HostCell } from '../model/cell.ts'
import type { ObservedNode } from '../model/host.ts'
import type { Snapshot } from '../model/snapshot.ts'
import type { AllocationCandidates } from './allocation-candidates.ts'
import type { Capabilities } from './capabilities.ts'
import type { Domain } from './domain.ts'
import type { FreePages } from './freepages.ts'
import type { MemInfo } from './meminfo.ts'
import type { NovaConf } from './nova-conf.ts'
import type { NovaRows } from './nova-rows.ts'
import type { GuestTopologyFacts } from './numa-topology.ts'
import type { ProbeDocument } from './probe.ts'
import type { SysfsTree } from './sysfs.ts'
import type { Versions } from './virsh-version.ts'

/** What one text says, before it is joined with others. */
export type Facts =
  | { readonly of: 'snapshot'; readonly snapshot: Snapshot }
  | { readonly of: 'probe'; readonly probe: ProbeDocument }
  | { readonly of: 'sysfs'; readonly tree: SysfsTree }
  | { readonly of: 'versions'; readonly versions: Versions }
  | { readonly of: 'meminfo'; readonly meminfo: MemInfo }
  | { readonly of: 'numactl'; readonly nodes: readonly ObservedNode[] }
  | { readonly of: 'capabilities'; readonly capabilities: Capabilities }
  | { readonly of: 'free pages'; readonly nodes: readonly FreePages[] }
  | { readonly of: 'domains'; readonly domains: readonly Domain[] }
  | { readonly of: 'host topology'; readonly cells: readonly HostCell[] }
  | ({ readonly of: 'guest topology' } & GuestTopologyFacts)
  | { readonly of: 'nova rows'; readonly rows: NovaRows }
  | { readonly of: 'allocation candidates'; readonly candidates: AllocationCandidates }
  | { readonly of: 'nova.conf'; readonly conf: NovaConf }
