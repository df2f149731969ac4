import type { CpuSet } from '../model/cpus.ts'
import type { CellId, GuestId } from '../model/ids.ts'
import type { Place, Problem } from '../parsing/parsed.ts'
import type { NodePages, StartStorm } from '../reality/again.ts'
import type { Refusal } from '../reality/refusal.ts'
import type { StartVerdict } from '../reality/start-verdict.ts'
import type { KiB, PageSize, Pages } from '../units.ts'

/** What a text with domain XML says, domain by domain, and what could not be read of it. */
export interface Inspection {
  readonly domains: readonly InspectedDomain[]
  readonly problems: readonly Problem[]
  /** All of several domains started one after the other in the order of the text; undefined without a host. */
  readonly together: StartStorm | undefined
}

export interface InspectedDomain {
  readonly at: Place
  readonly id: GuestId | undefined
  readonly name: string | undefined
  /** `<memory>` and `<currentMemory>`; undefined where the XML has none, or none that can be read. */
  readonly memory: Amount | undefined
  readonly currentMemory: Amount | undefined
  readonly vcpus: number | undefined
  readonly cells: readonly InspectedCell[]
  /** Worst first, then in the order of the text. */
  readonly findings: readonly Finding[]
  /** What this host says to it now, what the guest itself holds there given back; undefined without a host. */
  readonly start: StartVerdict | undefined
  /** The huge pages it gets once it starts there, beside what was free before; undefined where it does not start. */
  readonly gets: readonly Got[] | undefined
}

export interface Got extends NodePages {
  readonly free: Pages
}

/** An amount of memory as it stands in the XML, and as libvirt reads it. */
export interface Amount {
  readonly at: Place
  readonly written: string
  /** Undefined where no unit stands there: libvirt takes KiB. */
  readonly unit: string | undefined
  readonly read: KiB
}

export interface InspectedCell {
  readonly at: Place
  readonly id: number
  readonly vcpus: CpuSet
  readonly memory: Amount
  /** Huge pages it asks for; `size` undefined is the host's default, `'base'` is none. */
  readonly pages: 'base' | { readonly size: PageSize | undefined; readonly count: Pages | undefined }
  /** `<memnode>` of the cell, else `<numatune><memory>`; undefined where neither binds it. */
  readonly bound: { readonly mode: string; readonly nodes: readonly CellId[] } | undefined
}

/**
 * `refused`: somebody would not take it. `wrong`: it is taken, and is not what was meant. `risk`: it starts, and may not
 * stay as asked. `note`: worth knowing.
 */
export type Severity = 'refused' | 'wrong' | 'risk' | 'note'

/** One thing to know about a domain, and where in the text. */
export interface Finding {
  readonly severity: Severity
  readonly at: Place
  readonly about: Matter
}

/** What a finding says, as facts. Kinds are ids: never renamed, never reused. */
export type Matter =
  /** What libvirt, QEMU or the kernel would say to it. */
  | { readonly kind: 'start'; readonly why: Refusal }
  /** A number without unit. */
  | { readonly kind: 'unit-unsaid'; readonly written: string; readonly read: KiB }
  /** libvirt before 1.2.11 reads a cell's number as KiB whatever its unit says. */
  | {
      readonly kind: 'unit-not-heard'
      readonly written: string
      readonly unit: string
      readonly meant: KiB
      readonly libvirt: string
    }
  /** `MB`, `KB` …: powers of 1000, rounded up to KiB; `meant` is what powers of 1024 would be. */
  | {
      readonly kind: 'decimal-unit'
      readonly written: string
      readonly unit: string
      readonly read: KiB
      readonly meant: KiB
    }
  /** The cells add up to the memory once they are taken for MiB: Juno before 2014.2 wrote such. */
  | { readonly kind: 'cells-in-mib'; readonly cells: KiB; readonly memory: KiB }
  | { readonly kind: 'cells-unequal'; readonly cells: KiB; readonly memory: KiB }
  /** libvirt takes `<memory>` for `<currentMemory>` that is larger. */
  | { readonly kind: 'current-above-memory'; readonly current: KiB; readonly memory: KiB }
  /** The guest starts with its balloon inflated. */
  | { readonly kind: 'current-below-memory'; readonly current: KiB; readonly memory: KiB }
  /** QEMU is handed whole MiB. */
  | { readonly kind: 'rounded-to-mib'; readonly memory: KiB; readonly given: KiB }
  /** `<page size>` that names a cell another `<page>` names. */
  | { readonly kind: 'pages-named-twice'; readonly cell: number }
  /** Huge pages asked for some cells; this one gets base pages. */
  | { readonly kind: 'cell-without-pages'; readonly cell: number }
  /** Nothing binds a cell to a node: its memory may come from any; `cell` undefined is the whole guest. */
  | { readonly kind: 'bound-nowhere'; readonly cell: number | undefined }
  /** The cell's vCPUs are pinned to CPUs of other nodes than its memory. */
  | {
      readonly kind: 'pinned-elsewhere'
      readonly cell: number
      readonly vcpus: CpuSet
      readonly nodes: readonly CellId[]
      readonly memory: readonly CellId[]
    }
  /** vCPUs pinned to CPUs that no node of this host has online. */
  | { readonly kind: 'pinned-to-absent-cpus'; readonly vcpu: number; readonly cpus: CpuSet }
  /** A `<memnode>` outside the nodes of `<numatune><memory>`, to which libvirt keeps QEMU. */
  | {
      readonly kind: 'memnode-outside-memory'
      readonly cell: number
      readonly nodes: readonly CellId[]
      readonly allowed: readonly CellId[]
    }
  /** A `<memnode>` for a cell that the guest does not have. */
  | { readonly kind: 'memnode-for-absent-cell'; readonly cell: number }
  /** A part of the XML that was not understood, and so is not judged. */
  | { readonly kind: 'not-read'; readonly problem: Problem }
