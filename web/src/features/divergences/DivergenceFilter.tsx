import {
  type Cause,
  type DivergenceKind,
  defaultTolerance,
  figure,
  nameCause,
  nameKind,
} from '@headroom/shared'
import { getRouteApi } from '@tanstack/react-router'
import { Button } from '../../components/Button.tsx'
import { FilterBox } from '../../components/FilterBox.tsx'
import { PickOne } from '../../components/PickOne.tsx'
import type { DivergenceGroup, DivergenceSort, DivergencesSearch } from '../../url/search.ts'
import type { DivergenceQuery, DivergencesView, Option } from './view-model.ts'

const route = getRouteApi('/divergences')
const any = 'any'

const choices = (options: readonly Option[], name: (id: string) => string) => [
  { id: any, name: 'any' },
  ...options.map(({ id, count }) => ({ id, name: `${name(id)} (${figure(count)})` })),
]

const sorts: readonly { readonly id: DivergenceSort; readonly name: string }[] = [
  { id: 'worst', name: 'worst first' },
  { id: 'host', name: 'host' },
]

const groups: readonly { readonly id: DivergenceGroup | 'none'; readonly name: string }[] = [
  { id: 'none', name: 'not grouped' },
  { id: 'host', name: 'by host' },
  { id: 'kind', name: 'by kind' },
  { id: 'cause', name: 'by cause' },
]

const day = 24 * 3600

/** Seconds that two readings of one host may lie apart, and one that the address brings. */
const tolerances = (own: number | undefined) =>
  [...new Set([60, defaultTolerance, 900, 3600, day, ...(own === undefined ? [] : [own])])]
    .sort((a, b) => a - b)
    .map((seconds) => ({ id: String(seconds), name: span(seconds) }))

const span = (seconds: number): string =>
  seconds % 3600 === 0
    ? `${figure(seconds / 3600)} h`
    : seconds % 60 === 0
      ? `${figure(seconds / 60)} min`
      : `${figure(seconds)} s`

/** The link is the state: every choice is written there, typing without a step in the history. */
export function DivergenceFilter({
  query,
  view,
}: {
  readonly query: DivergenceQuery
  readonly view: DivergencesView
}) {
  const navigate = route.useNavigate()
  const change = (to: DivergencesSearch, replace = false) =>
    void navigate({ search: (old) => ({ ...old, ...to }), replace, resetScroll: false })
  const chosen = (id: string) => (id === any ? undefined : id)
  return (
    <div className="flex flex-wrap items-center gap-2">
      <FilterBox
        label="Filter divergences"
        placeholder="Filter: host, zone, kind, cause…"
        value={query.filter ?? ''}
        onChange={(filter) => change({ filter: filter || undefined }, true)}
      />
      <PickOne
        label="kind"
        options={choices(view.kinds, (id) => nameKind(id as DivergenceKind))}
        value={query.kind ?? any}
        onChange={(id) => change({ kind: chosen(id) })}
      />
      <PickOne
        label="cause"
        options={choices(view.causes, (id) => nameCause(id as Cause))}
        value={query.cause ?? any}
        onChange={(id) => change({ cause: chosen(id) })}
      />
      {view.places.length > 0 && (
        <PickOne
          label="zone or aggregate"
          options={choices(view.places, (id) => id)}
          value={query.place ?? any}
          onChange={(id) => change({ place: chosen(id) })}
        />
      )}
      <PickOne
        label="sort"
        options={sorts}
        value={query.sort}
        onChange={(sort) => change({ sort: sort === 'worst' ? undefined : sort })}
      />
      <PickOne
        label="group"
        options={groups}
        value={query.group ?? 'none'}
        onChange={(group) => change({ group: group === 'none' ? undefined : group })}
      />
      <PickOne
        label="books read at most"
        options={tolerances(query.tolerance)}
        value={String(query.tolerance ?? defaultTolerance)}
        onChange={(seconds) =>
          change({ tolerance: Number(seconds) === defaultTolerance ? undefined : Number(seconds) })
        }
      />
      <span className="-ml-1 text-xs text-muted">apart</span>
      {query.host !== undefined && (
        <Button look="quiet" onPress={() => change({ host: undefined })}>
          only {query.host} <span aria-hidden="true">✕</span>
          <span className="sr-only">, show all hosts</span>
        </Button>
      )}
      <span role="status" className="text-xs text-muted">
        {view.matches < view.all ? `${figure(view.matches)} of ${figure(view.all)}` : ''}
      </span>
    </div>
  )
}
