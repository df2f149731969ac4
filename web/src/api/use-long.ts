import type { Progress } from '@headroom/shared'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { proxy } from 'comlink'
import { useState } from 'react'
import type { TellLong } from '../worker/long.ts'

/** A long answer on its way: how far it is, what it came to, and how to stop it and ask again. */
export interface LongAnswer<Answer> {
  readonly data: Answer | undefined
  readonly error: Error | null
  readonly progress: Progress | undefined
  readonly isStopped: boolean
  readonly stop: () => void
  readonly again: () => void
}

/** An answer about a snapshot under a release never changes: what was worked out once is kept. */
export function useLong<Answer>(
  key: readonly unknown[],
  ask: (tell: TellLong) => Promise<Answer>,
  enabled = true,
): LongAnswer<Answer> {
  const client = useQueryClient()
  const [progress, setProgress] = useState<Progress>()
  const [isStopped, setStopped] = useState(false)
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) =>
      ask(
        proxy((now: Progress) => {
          if (!signal.aborted) setProgress(now)
          return !signal.aborted
        }),
      ),
    enabled: enabled && !isStopped,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  return {
    data,
    error,
    progress,
    isStopped,
    stop: () => {
      setStopped(true)
      void client.cancelQueries({ queryKey: key })
    },
    again: () => {
      setStopped(false)
      void refetch()
    },
  }
}
