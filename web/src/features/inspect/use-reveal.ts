import { useEffect, useState } from 'react'

/** Brings a part of the page into view and gives it the focus, once it is there. */
export function useReveal(): (id: string) => void {
  const [wanted, setWanted] = useState<string>()
  useEffect(() => {
    if (wanted === undefined) return
    const part = document.getElementById(wanted)
    part?.focus({ preventScroll: true })
    part?.scrollIntoView({ block: 'center' })
    setWanted(undefined)
  }, [wanted])
  return setWanted
}
