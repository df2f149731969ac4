import type { Progress } from '@headroom/shared'
import { hashKey, keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { proxy } from 'comlink'
import { useState } from 'react'
import type { TellLong } from '../worker/long.ts'

/** A long answer on its way: how far it is, what it came to, and how to stop it and ask again. */
export interface LongAnswer<Answer> {
  readonly data: Answer | undefined
  readonly error: Error | null
  /** Undefined for an answer that takes but a moment. */
  readonly progress: Progress | undefined
  readonly isStopped: boolean
  /** The data is that of another question, until this one is answered. */
  readonly isPlaceholderData: boolean
  readonly stop: () => void
  readonly again: () => void
}

/** From when on one is told how far an answer is, in milliseconds. */
const moment = 400

/** An answer about a snapshot under a release never changes: it is asked once, and stops when nobody waits for it. */
export const longQuery = <Answer>(
  key: readonly unknown[],
  ask: (tell: TellLong) => Promise<Answer>,
  hear: (progress: Progress) => void = () => {},
) =>
  queryOptions({
    queryKey: key,
    queryFn: ({ signal }) => {
      const began = performance.now()
      return ask(
        proxy((now: Progress) => {
          if (!signal.aborted && performance.now() - began >= moment) hear(now)
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
  const [told, setTold] = useState<{ readonly asked: string; readonly progress: Progress }>()
  const [stopped, setStopped] = useState<string>()
  const isStopped = stopped === asked
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...longQuery(key, ask, (progress) => setTold({ asked, progress })),
    ...(keepsPrevious ? { placeholderData: keepPreviousData } : {}),
    enabled: enabled && !isStopped,
  })
  return {
    data,
    error,
    progress: told?.asked === asked ? told.progress : undefined,
    isStopped,
    isPlaceholderData,
    stop: () => {
      setStopped(asked)
      setTold(undefined)
      void client.cancelQueries({ queryKey: key })
    },
    again: () => {
      setStopped(undefined)
      void refetch()
    },
  }
}
