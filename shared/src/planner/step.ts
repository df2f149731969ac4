import type { NonEmpty } from '../collections.ts'
import type { CpuSet } from '../model/cpus.ts'
import type { CellId, GuestId, HostId } from '../model/ids.ts'
import type { Gap } from '../model/snapshot.ts'
import type { Remark } from '../placement/choose.ts'
import type { Verdict } from '../placement/verdict.ts'
import type { StartVerdict } from '../reality/start-verdict.ts'
import type { KiB, PageSize, Pages } from '../units.ts'
import type { Action } from './action.ts'

/** One try at placing a guest: what Nova's book said of every host, which it took, and what the host said then. */
export interface Attempt {
  readonly verdicts: readonly Verdict[]
  /** Undefined where no host passed. */
  readonly chosen: HostId | undefined
  /** Undefined where no host was chosen, or the claim of the chosen one refuses. */
  readonly start: StartVerdict | undefined
  /** Hosts that weighed the same as the chosen: Nova's choice among them is not defined. */
  readonly tiedWith: readonly HostId[]
  /** Why Nova may take another host. */
  readonly remarks: readonly Remark[]
}

/** What became of one guest: attempts up to `max_attempts`, then running, or NoValidHost. */
export interface BootOutcome {
  readonly guest: GuestId
  readonly attempts: NonEmpty<Attempt>
  readonly result:
    | { readonly kind: 'runs'; readonly host: HostId }
    | { readonly kind: 'no-valid-host'; readonly after: number }
    /** Nova's answer is not known, or the host's: then it is on `host` in Nova's book alone. */
    | { readonly kind: 'unknown'; readonly host: HostId | undefined; readonly gaps: NonEmpty<Gap> }
}

/** One gate of a move and what it says; gates of the same book may disagree. */
export interface GateVerdict {
  /** `live-migration pre-check`, `scheduler`, `boot` …: words of explain/step.ts, once shipped never renamed. */
  readonly gate: Gate
  readonly verdict: Verdict
  /** False where this path does not ask this gate: shown beside for comparison. */
  readonly asked: boolean
  /** What the gate makes of the destination's memory, whichever way it answers; undefined where it does not look. */
  readonly memory?: MemoryCompared
}

/** A guest's memory, and what a gate counts as available for it. */
export interface MemoryCompared {
  readonly needed: KiB
  readonly available: KiB
  readonly total: KiB
  readonly used: KiB
  /** Undefined where the gate compares without one. */
  readonly ratio: number | undefined
}

export type Gate =
  | 'live-migration pre-check'
  | 'scheduler'
  | 'Placement'
  | 'compute pre-check'
  | 'claim'
  | 'boot'

/** Why an action cannot even be tried. */
export type Impossible =
  | {
      readonly kind: 'no-such'
      readonly what:
        | 'host'
        | 'guest'
        | 'flavor'
        | 'node'
        | 'pool'
        | 'server group'
        | 'migration'
        | 'migration context'
        | 'release'
        | 'zone'
      readonly name: string
    }
  /** Another request is still at work on it. */
  | { readonly kind: 'guest-busy'; readonly guest: GuestId; readonly taskState: string }
  | { readonly kind: 'host-not-in-zone'; readonly host: HostId; readonly zone: string }
  | { readonly kind: 'same-flavor'; readonly guest: GuestId; readonly flavor: string }
  | {
      readonly kind: 'disk-shrinks'
      readonly guest: GuestId
      readonly fromGb: number
      readonly toGb: number
    }
  | { readonly kind: 'already-there'; readonly guest: GuestId }
  | { readonly kind: 'host-already-there'; readonly host: HostId }
  | { readonly kind: 'not-observed'; readonly host: HostId }
  | { readonly kind: 'no-nova-record'; readonly host: HostId }
  | {
      readonly kind: 'not-holding'
      readonly by: string
      readonly node: CellId
      readonly size: PageSize
      readonly held: Pages
      readonly asked: Pages
    }
  | { readonly kind: 'does-not-start'; readonly host: HostId; readonly fault: StartFault }
  /** The kernel cannot set that much aside on the node. */
  | {
      readonly kind: 'pages-exceed-memory'
      readonly host: HostId
      readonly node: CellId
      readonly asked: KiB
      readonly memory: KiB
    }
  | { readonly kind: 'no-service-record'; readonly host: HostId }
  /** ComputeServiceInUse: what is still up is not evacuated. */
  | { readonly kind: 'compute-up'; readonly host: HostId }
  /** Nothing answers for the host. */
  | { readonly kind: 'compute-down'; readonly host: HostId }
  /** The API refuses (`InstanceInvalidState`): the guest is in another state than it may be in for this. */
  | {
      readonly kind: 'guest-state'
      readonly guest: GuestId
      readonly state: string
      readonly needs: NonEmpty<string>
    }
  /** `since` is the first release that has the option. */
  | { readonly kind: 'option-absent'; readonly option: string; readonly since: string | undefined }

/** What is to be known of a change that is made all the same. */
export type ConfigRemark =
  /** The guest is pinned to CPUs that are no longer for dedicated vCPUs (nova/compute/manager.py: _validate_pinning_configuration). */
  | { readonly kind: 'pinned-outside'; readonly guest: GuestId; readonly cpus: CpuSet }
  /** Nova wants its control plane upgraded first: a compute may be older, and is not tested newer. */
  | { readonly kind: 'newer-than-scheduler'; readonly scheduler: string }

/** Why nova-compute does not start with what was configured. */
export type StartFault =
  /** Not a list of CPUs, none at all, or CPUs that are not online. */
  | {
      readonly kind: 'invalid-cpus'
      readonly option: string
      readonly value: string
      readonly offline: CpuSet
    }
  | { readonly kind: 'sets-overlap'; readonly cpus: CpuSet }
  | { readonly kind: 'options-exclude'; readonly options: readonly [string, string] }
  /** A guest there needs CPUs that no option sets aside. */
  | { readonly kind: 'guest-without-cpus'; readonly guest: GuestId; readonly needs: string }

/** A guest whose host has booted; `start` is undefined where nova-compute leaves it off. */
export interface Returning {
  readonly guest: GuestId
  readonly start: StartVerdict | undefined
}

export type Outcome =
  | { readonly kind: 'boots'; readonly boots: readonly BootOutcome[] }
  | {
      readonly kind: 'migrates'
      readonly gates: readonly GateVerdict[]
      readonly to: HostId | undefined
      readonly start: StartVerdict | undefined
      readonly result: 'moves' | 'refused by Nova' | 'fails on the host' | 'unknown'
      /**
       * CPUs that a guest without topology runs on at the destination, which are its source's, and those it would run on;
       * undefined in both is all. Absent where they are the same.
       */
      readonly cpusKept?: { readonly kept: CpuSet | undefined; readonly own: CpuSet | undefined }
    }
  /** A guest that is where Nova has room for it already, or leaves; undefined where none has to start. */
  | {
      readonly kind: 'guest-changes'
      readonly start: StartVerdict | undefined
      readonly result: 'done' | 'fails on the host' | 'unknown'
    }
  /** The host's book alone: Nova is not asked and does not notice. `free` is what was there before. */
  | { readonly kind: 'host-changes'; readonly result: 'done' | 'short'; readonly free: Pages }
  /** Nova's book alone. */
  | { readonly kind: 'configured'; readonly remarks: readonly ConfigRemark[] }
  /** A guest where it is: Nova’s book does not change. `start` is what the host says; undefined where it is shut off. */
  | {
      readonly kind: 'powers'
      readonly host: HostId
      readonly start: StartVerdict | undefined
      readonly result: 'on' | 'off' | 'fails on the host' | 'unknown'
    }
  /** A guest is made anew where it is. `verdict` is undefined where nobody was asked, `start` where it was not started. */
  | {
      readonly kind: 'rebuilds'
      readonly host: HostId
      readonly verdict: Verdict | undefined
      readonly start: StartVerdict | undefined
      readonly result: 'done' | 'refused by Nova' | 'fails on the host' | 'unknown'
    }
  /** Guests that were to run, in the order nova-compute takes them up. */
  | { readonly kind: 'reboots'; readonly guests: readonly Returning[] }
  /** A host comes, goes, or Nova sends it work or not. `down` are guests that no longer run. */
  | { readonly kind: 'host-set'; readonly down: readonly GuestId[] }
  /** The step is disabled. */
  | { readonly kind: 'left-out' }
  | { readonly kind: 'not-possible'; readonly reason: Impossible }

/** One action and what both books make of it. A refused action changes nothing, and the plan goes on. */
export interface Step {
  readonly action: Action
  readonly outcome: Outcome
  /** Hosts whose books changed. */
  readonly touched: readonly HostId[]
}
