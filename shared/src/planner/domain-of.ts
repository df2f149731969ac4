import type { GuestTopology } from '../model/cell.ts'
import type { Flavor } from '../model/flavor.ts'
import type { Host } from '../model/host.ts'
import type { Domain } from '../reality/domain.ts'
import type { Rules } from '../releases/rules.ts'
import { KiB } from '../units.ts'

export const domainOf = (
  _: Host,
  flavor: Flavor,
  placed: GuestTopology | undefined,
  rules: Rules,
): Domain => ({
  memory: flavor.memory,
  cells: (placed?.cells ?? []).map(({ id, memory, pageSize }) => ({
    memory: rules.xmlCellMemory === 'MiB' ? KiB(memory / 1024) : memory,
    backing:
      typeof pageSize === 'number' && pageSize > 4
        ? { kind: 'huge pages', size: pageSize, node: id }
        : { kind: 'base pages', node: id },
  })),
})
