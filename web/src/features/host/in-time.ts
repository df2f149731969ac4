import {
  briefStart,
  type Cloud,
  type GuestId,
  type GuestInTime,
  guestsInTime,
  type HostId,
  KiB,
  type NodePages,
  PageSize,
  Pages,
  type Sentence,
  type StartStorm,
  type StormOrder,
  stormOn,
  type Word,
} from '@headroom/shared'

/** A guest Nova has here that does not simply run. */
export interface SleeperView {
  readonly id: GuestId
  readonly name: string
  readonly state: string
  /** What of its memory Nova counts: its huge pages, else its memory; empty where it counts nothing. */
  readonly counts: readonly Word[]
  /** Huge pages it holds; undefined where nobody looked. */
  readonly holds: readonly NodePages[] | undefined
  /** Huge pages it takes when it starts; undefined where that cannot be told. */
  readonly takes: readonly NodePages[] | undefined
}

/** Several guests started at once. */
export interface StormView {
  readonly guests: number
  /** Whether all of them run, whatever the order. */
  readonly allRun: boolean
  readonly orders: readonly StormLine[]
  /** Pools that have less than all of them together want. */
  readonly short: StartStorm['short']
}

export interface StormLine {
  readonly order: StormOrder
  readonly started: number
  /** Who does not run, in the order tried, and why, where that is known. */
  readonly left: readonly { readonly name: string; readonly why: Sentence | undefined }[]
}

export const sleepersOn = (cloud: Cloud, host: HostId): readonly SleeperView[] =>
  guestsInTime(cloud, host)
    .filter(({ life }) => life !== 'runs')
    .map((one) => ({
      id: one.guest,
      name: one.name,
      state: one.vmState,
      counts: countsOf(one),
      holds: one.holds,
      takes: one.takes,
    }))

function countsOf({ counted }: GuestInTime): readonly Word[] {
  const pages = counted.flatMap(({ resource, amount }): Word[] => {
    const size = /^pages of (\d+)$/.exec(resource)?.[1]
    return size === undefined ? [] : [{ pages: Pages(amount), size: PageSize(Number(size)) }]
  })
  if (pages.length > 0) return pages
  return counted
    .filter(({ resource }) => resource === 'host memory')
    .map(({ amount }) => ({ memory: KiB(amount) }))
}

/** Undefined where nobody looked at the host, or fewer than two guests would start. */
export function stormView(
  cloud: Cloud,
  host: HostId,
  who: Parameters<typeof stormOn>[2],
): StormView | undefined {
  const storms = stormOn(cloud, host, who) ?? []
  const [first] = storms
  if (!first || first.starts.length < 2) return undefined
  return {
    guests: first.starts.length,
    allRun: storms.every(({ left }) => left === 0),
    orders: storms.map(({ order, started, starts }) => ({
      order,
      started,
      left: starts.flatMap(({ name, verdict }) =>
        verdict?.outcome === 'starts' ? [] : [{ name, why: verdict && briefStart(verdict) }],
      ),
    })),
    short: first.short,
  }
}
