import { useEffect, useState } from 'react'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** Older than this and a reading may no longer be so. */
const staleAfter = 15 * minute

export interface Age {
  /** `48 s`; `now` within the second. */
  readonly text: string
  /** `48 s ago`, `just now`. */
  readonly ago: string
  readonly stale: boolean
}

/** How long before `now` (ms) something was read; undefined where the evidence does not say when. */
export function ageOf(readAt: string | undefined, now: number): Age | undefined {
  const at = readAt === undefined ? Number.NaN : Date.parse(readAt)
  if (Number.isNaN(at)) return undefined
  const age = Math.max(now - at, 0)
  const text =
    age < 2 * minute
      ? `${Math.round(age / second)} s`
      : age < 2 * hour
        ? `${Math.round(age / minute)} min`
        : age < 2 * day
          ? `${Math.round(age / hour)} h`
          : `${Math.round(age / day)} d`
  if (age < second) return { text: 'now', ago: 'just now', stale: false }
  return { text, ago: `${text} ago`, stale: age > staleAfter }
}

/** The time ages count from: a frozen cloud's own, else the clock's, moving on every ten seconds. */
export function useNow(asOf: string | undefined): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (asOf !== undefined) return
    const timer = setInterval(() => setNow(Date.now()), 10 * second)
    return () => clearInterval(timer)
  }, [asOf])
  return asOf === undefined ? now : Date.parse(asOf)
}
