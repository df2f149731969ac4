import type { GuestCell, GuestTopology } from '../model/cell.ts'
import { CellId } from '../model/ids.ts'
import { diskRoom, type Room, ramRoom, vcpusRoom } from '../placement/filters/room.ts'
import type { HostState } from '../placement/host-state.ts'
import { heldInPlacement } from '../placement/inventory.ts'
import type { Rejection } from '../placement/rejection.ts'
import type { PlacementRequest } from '../placement/request.ts'
import type { Refusal } from '../reality/refusal.ts'
import { KiB, MiB, minus, type PageSize, pagesFor } from '../units.ts'
import { inMb, type Sentence, say, type Word } from './sentence.ts'

/** What a check compared: one line a resource, of one guest cell on one host cell where there are cells. */
export interface CountedLine {
  readonly guestCell?: CellId
  /** A host cell of Nova's, or a node of the kernel's. */
  readonly hostCell?: CellId
  readonly of: Sentence
  readonly numbers: { readonly [Name in CountedName]?: Word | undefined }
}

/** `free` is what is left by ratio and reserve. */
export const countedNames = ['needed', 'free', 'total', 'used', 'reserved', 'ratio'] as const
export type CountedName = (typeof countedNames)[number]

const ram = say`RAM`
const disk = say`disk`
const vcpus = say`vCPUs`
const pagesOf = (size: PageSize): Sentence => say`${{ size }} pages`

const count = (n: number): Word => ({ count: n })
const memory = (kib: KiB): Word => ({ memory: kib })
const gb = (n: number): Word => ({ count: n, of: 'GB' })

/** The numbers behind an objection; undefined where none were compared. */
export function countedBy(why: Rejection): CountedLine | undefined {
  const at = 'hostCell' in why ? { guestCell: why.guestCell, hostCell: why.hostCell } : {}
  switch (why.kind) {
    case 'pages-short': {
      const { size, needed, free, total, used, reserved } = why
      return { ...at, of: pagesOf(size), numbers: counts({ needed, free, total, used, reserved }) }
    }
    case 'small-pages-short':
      return { ...at, of: pagesOf(why.size), numbers: counts(why) }
    case 'ram-short': {
      const { needed, free, total, used, ratio } = why
      const numbers = { needed: inMb(needed), free: inMb(free), total: inMb(total), used: inMb(used) }
      return { of: ram, numbers: { ...numbers, ratio: { ratio } } }
    }
    case 'live-migration-memory': {
      const { needed, available, total, ratio } = why
      const numbers = { needed: inMb(needed), free: inMb(available), total: inMb(total) }
      return { of: ram, numbers: ratio === undefined ? numbers : { ...numbers, ratio: { ratio } } }
    }
    case 'ram-self-overcommit':
      return { of: ram, numbers: { needed: inMb(why.needed), total: inMb(why.total) } }
    case 'vcpus-short':
    case 'vcpus-self-overcommit':
      return { of: vcpus, numbers: counts(why) }
    case 'disk-short': {
      const { neededGb, freeGb, totalGb, usedGb, ratio } = why
      const numbers = { needed: gb(neededGb), free: gb(freeGb), total: gb(totalGb), used: gb(usedGb) }
      return { of: disk, numbers: { ...numbers, ratio: { ratio } } }
    }
    case 'disk-self-overcommit':
      return { of: disk, numbers: { needed: gb(why.neededGb), total: gb(why.totalGb) } }
    case 'not-exactly': {
      const amount = (n: number) => (why.resource === 'vcpu' ? count(n) : memory(KiB(n)))
      return { of: named[why.resource], numbers: { needed: amount(why.needed), free: amount(why.free) } }
    }
    case 'claim-short': {
      const amount = (n: number) =>
        why.resource === 'memory' ? inMb(MiB(n)) : why.resource === 'disk' ? gb(n) : count(n)
      const { needed, free, limit, used } = why
      const numbers = { needed: amount(needed), free: amount(free), total: amount(limit), used: amount(used) }
      return { of: named[why.resource], numbers }
    }
    case 'inventory-short':
    case 'inventory-over':
    case 'inventory-too-small':
      return { of: [{ code: why.resource }], numbers: counts(why) }
    case 'cell-memory-short':
    case 'cell-memory-too-small':
      return { ...at, of: say`memory`, numbers: memories(why) }
    case 'cell-cpus-short':
    case 'cell-cpus-too-few':
      return { ...at, of: vcpus, numbers: counts(why) }
    case 'pcpus-short':
    case 'pinning-impossible':
      return { ...at, of: say`dedicated CPUs`, numbers: counts(why) }
    case 'pci-devices-short':
    case 'pci-devices-elsewhere':
      return { of: [{ code: why.alias }], numbers: counts(why) }
    case 'too-many-guests':
    case 'too-many-io-ops':
      return { of: say`guests`, numbers: { used: count(why.count), total: count(why.most) } }
    default:
      return undefined
  }
}

const named = { memory: ram, disk, vcpu: vcpus } as const

type Numbers = { readonly [Name in CountedName]?: number }

function numbersIn(of: Numbers, word: (n: number) => Word): CountedLine['numbers'] {
  const given = countedNames.flatMap((name) => {
    const n = of[name]
    return n === undefined ? [] : [[name, name === 'ratio' ? { ratio: n } : word(n)] as const]
  })
  return Object.fromEntries(given)
}

const counts = (of: Numbers) => numbersIn(of, count)
const memories = (of: Numbers) => numbersIn(of, (n) => memory(KiB(n)))

/** What a filter that passed a host compared there, before this guest; nothing where it compares no numbers. */
export function countedAt(
  filter: string,
  host: HostState,
  request: PlacementRequest,
  placed: GuestTopology | undefined,
): readonly CountedLine[] {
  const asked = request.resources
  switch (filter) {
    case 'RamFilter':
      return roomLine(ram, ramRoom(host), asked.memory, inMb)
    case 'DiskFilter':
      return roomLine(disk, diskRoom(host), asked.disk, memory)
    case 'CoreFilter':
      return roomLine(vcpus, vcpusRoom(host), asked.vcpus, count)
    case 'Placement':
      return heldInPlacement(host, request).map((held) => ({
        of: [{ code: held.resource }],
        numbers: counts({ ...held, free: Math.floor((held.total - held.reserved) * held.ratio) - held.used }),
      }))
    case 'NUMATopologyFilter':
      return (placed?.cells ?? []).flatMap((cell, at) => cellLine(cell, CellId(at), host) ?? [])
    default:
      return []
  }
}

function roomLine<Amount extends number>(
  of: Sentence,
  room: Room<Amount> | undefined,
  needed: Amount,
  word: (n: Amount) => Word,
): readonly CountedLine[] {
  if (!room) return []
  const { free, total, used, ratio } = room
  const numbers = { needed: word(needed), free: word(free), total: word(total), used: word(used) }
  return [{ of, numbers: { ...numbers, ratio: { ratio } } }]
}

/** The pool that a placed guest cell draws from; its memory where it has no page size. */
function cellLine(placed: GuestCell, guestCell: CellId, { cells }: HostState): CountedLine | undefined {
  const cell = typeof cells === 'string' ? undefined : cells.find(({ id }) => id === placed.id)
  if (!cell) return undefined
  const at = { guestCell, hostCell: placed.id }
  const pool = cell.mempages.find(({ size }) => size === placed.pageSize)
  if (!pool) {
    const { memory: total, memoryUsage: used } = cell
    return { ...at, of: say`memory`, numbers: memories({ needed: placed.memory, total, used }) }
  }
  const { size, total, used, reserved } = pool
  const free = minus(minus(total, used), reserved)
  const needed = pagesFor(placed.memory, size)
  return {
    ...at,
    of: pagesOf(size),
    numbers: counts({ ...(needed && { needed }), free, total, used, reserved }),
  }
}

/** The numbers behind a host's own refusal or remark; undefined where none were compared. */
export function countedByHost(why: Refusal): CountedLine | undefined {
  switch (why.kind) {
    case 'pool-short': {
      const { node, size, needed, free, total, promised } = why
      return {
        ...(node === undefined ? {} : { hostCell: node }),
        of: pagesOf(size),
        numbers: counts({ needed, free, total, reserved: promised }),
      }
    }
    case 'memory-short': {
      const { node, needed, free } = why
      return {
        ...(node === undefined ? {} : { hostCell: node }),
        of: say`memory`,
        numbers: memories({ needed, free }),
      }
    }
    case 'cgroup-limit': {
      const { size, needed, used, limit } = why
      return { of: pagesOf(size), numbers: counts({ needed, used, total: limit }) }
    }
    default:
      return undefined
  }
}
