import { createContext, useContext } from 'react'
import type { Desk } from '../worker/desk.ts'

const DeskContext = createContext<Desk | undefined>(undefined)

export const DeskProvider = DeskContext.Provider

/** Who answers what a page shows. */
export function useDesk(): Desk {
  const desk = useContext(DeskContext)
  if (!desk) throw new Error('useDesk is called outside a DeskProvider')
  return desk
}
