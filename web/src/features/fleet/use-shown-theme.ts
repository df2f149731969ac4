import { useSyncExternalStore } from 'react'

const system = () => window.matchMedia('(prefers-color-scheme: dark)')

function subscribe(listener: () => void) {
  const media = system()
  const chosen = new MutationObserver(listener)
  chosen.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  media.addEventListener('change', listener)
  return () => {
    chosen.disconnect()
    media.removeEventListener('change', listener)
  }
}

/** Light or dark as it is shown: chosen, else the system's. */
export const useShownTheme = (): 'light' | 'dark' =>
  useSyncExternalStore(subscribe, () => {
    const chosen = document.documentElement.dataset.theme
    return chosen === 'light' || chosen === 'dark' ? chosen : system().matches ? 'dark' : 'light'
  })
