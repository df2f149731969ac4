import type { CellId, HostId } from '../../model/ids.ts'
import type { Objection } from '../../placement/verdict.ts'
import type { KiB, PageSize, Pages } from '../../units.ts'
import type { More } from '../next-boot.ts'

/** How many guests of a flavor find room, one boot after another until Nova finds no valid host. */
export interface Room {
  /** By Nova's book alone. */
  readonly nova: More
  /** Of those that Nova places one after another, with retries played out: those that run. */
  readonly runs: More
  /** Those it places where nobody knows whether they start. */
  readonly unsure: number
}

export interface RoomAt<Where> {
  readonly where: Where
  readonly room: Room
}

/** The room left for one flavor. */
export interface FlavorHeadroom {
  readonly flavor: string
  readonly now: Room
  /** By huge pages free on the hosts, whatever Nova counts; undefined where pages of hosts are not what limits. */
  readonly host: More | undefined
  /** With every guest gone. What is reserved stays, and so do pages that other processes hold. */
  readonly empty: Room
  /** Who objects first once a host is full, and on how many; most first. */
  readonly ends: readonly { readonly by: string; readonly hosts: number }[]
  /** Hosts of which Nova's answer is not known. */
  readonly unjudged: number
}

/** The room left for one flavor, place by place. */
export interface HeadroomByPlace {
  readonly flavor: string
  /** Of hosts in no zone undefined. */
  readonly zones: readonly RoomAt<string | undefined>[]
  readonly aggregates: readonly RoomAt<string>[]
  /** Each host alone, in the cloud's order. */
  readonly hosts: readonly HostRoom[]
}

/** The room on one host, and what is left there that the flavor cannot use. */
export interface HostRoom extends RoomAt<HostId> {
  /** Nova's first objection to one guest more, with the numbers that are short; undefined where it makes none. */
  readonly stop: Objection | undefined
  readonly left: LeftOver
}

/** What Nova's book has free once a host is full, by ratio; undefined where it was not read. */
export interface LeftOver {
  readonly memory: KiB | undefined
  readonly vcpus: number | undefined
  /** Huge pages by cell and size. */
  readonly pages: readonly { readonly cell: CellId; readonly size: PageSize; readonly free: Pages }[]
}
