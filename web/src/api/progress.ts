import { useSyncExternalStore } from 'react'
import type { Progress } from '../worker/desk.ts'

let latest: Progress | undefined
const listeners = new Set<() => void>()

/** Takes what the desk tells of its work. */
export function told(progress: Progress) {
  latest = progress
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** How far the opening of this snapshot is; undefined where nothing was told of it. */
export function useProgress(snapshot: string): Progress | undefined {
  const progress = useSyncExternalStore(subscribe, () => latest)
  return progress?.snapshot === snapshot ? progress : undefined
}
