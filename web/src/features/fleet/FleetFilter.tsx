import { figure, pageSizeText } from '@headroom/shared'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { Button, Input, SearchField, ToggleButton } from 'react-aria-components'
import { PickOne } from '../../components/PickOne.tsx'
import type { FleetSearch, FleetSort } from '../../url/search.ts'
import type { FleetQuery, FleetView } from './view-model.ts'

const route = getRouteApi('/')

const sorts: readonly { readonly id: FleetSort; readonly name: string }[] = [
  { id: 'host', name: 'Host' },
  { id: 'books', name: 'Books' },
  { id: 'free', name: 'Free' },
]

/** The link is the state: every choice is written there, typing without a step in the history. */
export function FleetFilter({ query, fleet }: { readonly query: FleetQuery; readonly fleet: FleetView }) {
  const navigate = route.useNavigate()
  const change = (to: FleetSearch, replace = false) =>
    void navigate({ search: (old) => ({ ...old, ...to }), replace, resetScroll: false })

  return (
    <div className="flex flex-wrap items-center gap-2">
      <FilterBox
        value={query.filter ?? ''}
        onChange={(filter) => change({ filter: filter || undefined }, true)}
      />
      {fleet.size !== undefined && (
        <PickOne
          label="pages"
          options={fleet.sizes.map((size) => ({ id: String(size), name: pageSizeText(size) }))}
          value={String(fleet.size)}
          onChange={(size) => change({ size: Number(size) })}
        />
      )}
      <ToggleButton
        isSelected={query.diverges}
        onChange={(on) => change({ diverges: on || undefined })}
        className="min-h-6.5 cursor-default rounded-full border border-edge bg-panel px-2.5 py-0.5 text-xs text-muted hover:bg-soft data-selected:border-ink data-selected:font-semibold data-selected:text-ink"
      >
        diverges only{query.diverges && <span aria-hidden="true"> ✕</span>}
      </ToggleButton>
      <span className="md:hidden">
        <PickOne
          label="sort"
          options={sorts}
          value={query.sort}
          onChange={(sort) => change({ sort: sort === 'host' ? undefined : sort, descending: undefined })}
        />
      </span>
      <span role="status" className="text-xs text-muted">
        {fleet.matches < fleet.hosts ? `${figure(fleet.matches)} of ${figure(fleet.hosts)} hosts` : ''}
      </span>
    </div>
  )
}

/** Keeps what is typed at once and passes it on when the typing pauses. */
function FilterBox({
  value,
  onChange,
}: {
  readonly value: string
  readonly onChange: (value: string) => void
}) {
  const [typed, setTyped] = useState(value)
  const [passedOn, setPassedOn] = useState(value)
  if (value !== passedOn) {
    setPassedOn(value)
    setTyped(value)
  }
  useEffect(() => {
    if (typed === passedOn) return
    const timer = setTimeout(() => {
      setPassedOn(typed)
      onChange(typed)
    }, 150)
    return () => clearTimeout(timer)
  }, [typed, passedOn, onChange])
  return (
    <SearchField
      aria-label="Filter hosts"
      value={typed}
      onChange={setTyped}
      className="group relative w-full sm:w-70"
    >
      <Input
        placeholder="Filter: host, zone, guest, flavor…"
        className="w-full rounded-lg border border-edge bg-panel py-1.5 pr-8 pl-2.5 placeholder:text-muted [&::-webkit-search-cancel-button]:hidden"
      />
      <Button
        aria-label="Clear the filter"
        className="absolute top-1/2 right-1.5 -translate-y-1/2 rounded px-1.5 text-muted group-data-empty:hidden hover:text-ink"
      >
        <span aria-hidden="true">✕</span>
      </Button>
    </SearchField>
  )
}
