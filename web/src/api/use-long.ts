import type { Progress } from '@headroom/shared'
import { hashKey, keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { proxy } from 'comlink'
import { useMemo, useState } from 'react'
import type { TellLong } from '../worker/long.ts'

/** How far an answer is, for who shows that alone: nothing else is drawn again for it. */
export interface Told {
  readonly subscribe: (listener: () => void) => () => void
  /** Undefined for an answer that takes but a moment. */
  readonly now: () => Progress | undefined
}

function telling() {
  const listeners = new Set<() => void>()
  let latest: { readonly asked: string; readonly progress: Progress } | undefined
  return {
    tell: (now: typeof latest) => {
      latest = now
      for (const listener of listeners) listener()
    },
    of: (asked: string): Told => ({
      subscribe: (listener) => {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
      now: () => (latest?.asked === asked ? latest.progress : undefined),
    }),
  }
}

/** A long answer on its way: how far it is, what it came to, and how to stop it and ask again. */
export interface LongAnswer<Answer> {
  readonly data: Answer | undefined
  readonly error: Error | null
  readonly progress: Told
  readonly isStopped: boolean
  /** The data is that of another question, until this one is answered. */
  readonly isPlaceholderData: boolean
  readonly stop: () => void
  readonly again: () => void
}

/** From when on one is told how far an answer is, and how often, in milliseconds. */
const moment = 400
const often = 200

/** An answer about a snapshot under a release never changes: it is asked once, and stops when nobody waits for it. */
export const longQuery = <Answer>(
  key: readonly unknown[],
  ask: (tell: TellLong) => Promise<Answer>,
  hear: (progress: Progress) => void = () => {},
) =>
  queryOptions({
    queryKey: key,
    queryFn: ({ signal }) => {
      let next = performance.now() + moment
      return ask(
        proxy((now: Progress) => {
          if (!signal.aborted && performance.now() >= next) {
            hear(now)
            next = performance.now() + often
          }
          return !signal.aborted
        }),
      )
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })

interface Waiting {
  readonly enabled?: boolean
  /** Shows the answer to the question before until there is one. */
  readonly keepsPrevious?: boolean
}

export function useLong<Answer>(
  key: readonly unknown[],
  ask: (tell: TellLong) => Promise<Answer>,
  { enabled = true, keepsPrevious = false }: Waiting = {},
): LongAnswer<Answer> {
  const client = useQueryClient()
  const asked = hashKey(key)
  const [{ tell, of }] = useState(telling)
  const progress = useMemo(() => of(asked), [of, asked])
  const [stopped, setStopped] = useState<string>()
  const isStopped = stopped === asked
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...longQuery(key, ask, (progress) => tell({ asked, progress })),
    ...(keepsPrevious ? { placeholderData: keepPreviousData } : {}),
    enabled: enabled && !isStopped,
  })
  return {
    data,
    error,
    progress,
    isStopped,
    isPlaceholderData,
    stop: () => {
      setStopped(asked)
      tell(undefined)
      void client.cancelQueries({ queryKey: key })
    },
    again: () => {
      setStopped(undefined)
      void refetch()
    },
  }
}
