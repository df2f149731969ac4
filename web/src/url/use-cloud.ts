import { useSearch } from '@tanstack/react-router'
import type { CloudAsk } from '../worker/desk.ts'

/** The cloud this page's link names; undefined where it names none. */
export function useCloud(): CloudAsk | undefined {
  const { snapshot, release } = useSearch({ strict: false })
  return snapshot === undefined ? undefined : { snapshot, release }
}
