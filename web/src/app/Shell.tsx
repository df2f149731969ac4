import { figure } from '@headroom/shared'
import { useQuery } from '@tanstack/react-query'
import { Link, Outlet, useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useDesk } from '../api/desk.tsx'
import { cloudQuery } from '../api/queries.ts'
import { ageOf, useNow } from '../components/age.ts'
import { BarPatterns } from '../components/CellBar.tsx'
import { useCloud } from '../url/use-cloud.ts'
import type { CloudAsk } from '../worker/desk.ts'
import { CloudPicker } from './CloudPicker.tsx'
import { Logo } from './Logo.tsx'
import { ThemeSwitch } from './ThemeSwitch.tsx'

const pages = [
  { to: '/', name: 'Fleet', holds: /^\/(hosts\/.*)?$/ },
  { to: '/plan', name: 'Planner', holds: /^\/plan/ },
  { to: '/divergences', name: 'Divergences', holds: /^\/divergences/ },
  { to: '/migrate', name: 'Migrate', holds: /^\/migrate/ },
  { to: '/headroom', name: 'Headroom', holds: /^\/headroom/ },
  { to: '/releases', name: 'Releases', holds: /^\/releases/ },
  { to: '/import', name: 'Import', holds: /^\/(import|inspect)/ },
] as const

export function Shell() {
  const cloud = useCloud()
  const path = useLocation({ select: ({ pathname }) => pathname })
  const page = useRef<HTMLElement>(null)
  const shown = useRef(path)
  useEffect(() => {
    if (shown.current === path) return
    shown.current = path
    page.current?.focus({ preventScroll: true })
  }, [path])
  return (
    <div className="min-h-dvh pb-24 md:grid md:grid-cols-[13rem_minmax(0,1fr)] md:pb-0">
      <button
        type="button"
        onClick={() => page.current?.focus()}
        className="absolute -top-20 left-2 z-20 rounded-lg bg-panel px-3 py-2 font-semibold focus:top-2"
      >
        Skip to the page
      </button>
      <BarPatterns />
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line bg-panel px-4 py-3 md:sticky md:top-0 md:h-dvh md:flex-col md:flex-nowrap md:items-stretch md:gap-4 md:overflow-y-auto md:border-r md:border-b-0 md:px-3 md:py-4">
        <Link to="/" className="flex items-center gap-2 px-2 text-base font-bold tracking-tight">
          <Logo />
          <span className="sr-only sm:not-sr-only">Headroom</span>
        </Link>
        <CloudPicker />
        <nav
          aria-label="Pages"
          className="fixed inset-x-0 bottom-0 z-10 border-t border-line bg-panel md:static md:border-0"
        >
          <ul className="grid grid-cols-4 md:flex md:flex-col md:gap-0.5">
            {pages.map(({ to, name, holds }) => (
              <li key={to}>
                <Link
                  to={to}
                  data-here={holds.test(path) || undefined}
                  className="block px-1 py-3 text-center text-muted hover:text-ink max-md:text-xs data-here:bg-soft data-here:font-semibold data-here:text-ink md:rounded-lg md:px-2 md:py-2 md:text-left"
                >
                  {name}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div className="ml-auto md:mt-auto md:ml-0 md:px-2">
          {cloud && <CloudFacts cloud={cloud} />}
          <div className="flex flex-wrap items-center gap-3">
            <ThemeSwitch />
            <Link to="/api" className="text-xs text-muted hover:text-ink hover:underline">
              API
            </Link>
          </div>
        </div>
      </header>
      <main ref={page} id="page" tabIndex={-1} className="min-w-0 outline-none">
        <Outlet />
      </main>
    </div>
  )
}

/** Where the numbers come from, and how old they are. */
function CloudFacts({ cloud }: { readonly cloud: CloudAsk }) {
  const { data } = useQuery(cloudQuery(useDesk(), cloud))
  const now = useNow(data?.asOf)
  if (!data) return null
  return (
    <ul aria-label="Sources" className="mb-3 hidden text-[0.75rem] leading-relaxed text-muted md:block">
      {data.sources.map(({ kind, count, newest, oldest }) => {
        const [young, old] = [ageOf(newest, now), ageOf(oldest, now)]
        return (
          <li key={kind} className="mt-1.5">
            <span className="block truncate">
              {kind}
              {count > 1 && ` × ${figure(count)}`}
            </span>
            <span className={`block ${old?.stale ? 'text-warn' : ''}`}>
              {young
                ? old && old.text !== young.text
                  ? `${young.text} to ${old.ago}`
                  : young.ago
                : 'time not stated'}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
