import type { CellId } from './ids.ts'

/** Nova's `PciDevicePool` (nova/objects/pci_device_pool.py): free devices of one kind. */
export interface PciPool {
  readonly vendorId: string
  readonly productId: string
  /** Undefined where the device reports no node. */
  readonly node: CellId | undefined
  readonly count: number
  /** `dev_type`, `physical_network` and the operator's own. */
  readonly tags: Readonly<Record<string, string>>
}

/** A value of nova.conf's `[pci] alias`. Several of one name are alternatives. */
export interface PciAlias {
  readonly name: string
  readonly vendorId: string | undefined
  readonly productId: string | undefined
  /** `type-PCI`, `type-PF`, `type-VF`. */
  readonly deviceType: string | undefined
  /** `required`, `legacy`, `preferred`, `socket`; Queens and later. */
  readonly numaPolicy: string | undefined
}
