import type { KiB } from '../units.ts'

export interface Flavor {
  readonly name: string
  readonly vcpus: number
  readonly memory: KiB
  readonly rootGb: number
  readonly ephemeralGb: number
  /** Swap is whole MiB in Nova. */
  readonly swap: KiB
  /** `hw:mem_page_size` and its kin, as the operator wrote them. */
  readonly extraSpecs: Readonly<Record<string, string>>
}

/** Image properties by name (`hw_mem_page_size`), as text. */
export type ImageProps = Readonly<Record<string, string>>
