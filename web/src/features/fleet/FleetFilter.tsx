import { figure, pageSizeText } from '@headroom/shared'
import { getRouteApi } from '@tanstack/react-router'
import { ToggleButton } from 'react-aria-components'
import { FilterBox } from '../../components/FilterBox.tsx'
import { PickOne } from '../../components/PickOne.tsx'
import type { FleetSearch, FleetSort } from '../../url/search.ts'
import type { FleetQuery, FleetView } from './view-model.ts'

const route = getRouteApi('/')

const sorts: readonly { readonly id: FleetSort; readonly name: string }[] = [
  { id: 'host', name: 'Host' },
  { id: 'books', name: 'Books' },
  { id: 'free', name: 'Free' },
]

const views = [
  { id: 'table', name: 'table' },
  { id: 'map', name: 'map of all cells' },
] as const

/** The link is the state: every choice is written there, typing without a step in the history. */
export function FleetFilter({ query, fleet }: { readonly query: FleetQuery; readonly fleet: FleetView }) {
  const navigate = route.useNavigate()
  const { view } = route.useSearch()
  const change = (to: FleetSearch, replace = false) =>
    void navigate({ search: (old) => ({ ...old, ...to }), replace, resetScroll: false })

  return (
    <div className="flex flex-wrap items-center gap-2">
      <FilterBox
        label="Filter hosts"
        placeholder="Filter: host, zone, guest, flavor…"
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
      <PickOne
        label="show"
        options={views}
        value={view ?? 'table'}
        onChange={(to) => change({ view: to === 'map' ? to : undefined })}
      />
      <span role="status" className="text-xs text-muted">
        {fleet.matches < fleet.hosts ? `${figure(fleet.matches)} of ${figure(fleet.hosts)} hosts` : ''}
      </span>
    </div>
  )
}
