import { useSyncExternalStore } from 'react'

/** What the user chose; `system` follows prefers-color-scheme. */
export type Theme = 'system' | 'light' | 'dark'

const place = 'headroom.theme'
const listeners = new Set<() => void>()

const isTheme = (text: string | null | undefined): text is Theme => text === 'light' || text === 'dark'

/** Storage may be refused (private windows): the choice then lasts as long as the page. */
function stored(): Theme {
  try {
    const text = localStorage.getItem(place)
    return isTheme(text) ? text : 'system'
  } catch {
    return 'system'
  }
}

const shown = (): Theme => {
  const text = document.documentElement.dataset.theme
  return isTheme(text) ? text : 'system'
}

function show(theme: Theme) {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}

/** Before the first paint. */
export const restoreTheme = () => show(stored())

export function chooseTheme(theme: Theme) {
  show(theme)
  try {
    if (theme === 'system') localStorage.removeItem(place)
    else localStorage.setItem(place, theme)
  } catch {
    // Not kept; shown all the same.
  }
  for (const listener of listeners) listener()
}

export const useTheme = (): Theme =>
  useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, shown)
