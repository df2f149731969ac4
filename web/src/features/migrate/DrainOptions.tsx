import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { PickOne } from '../../components/PickOne.tsx'

const route = getRouteApi('/migrate')

const atOnce = ['1', '2', '4', '8'] as const
const downtimes = [
  { id: 'never', name: 'for nobody' },
  { id: 'stopped guests', name: 'for guests that are shut off' },
  { id: 'any', name: 'for whoever cannot go alive' },
] as const
const asides = ['0', '1', '2', '3'] as const
const afterwards = [
  { id: 'stays empty', name: 'stays empty' },
  { id: 'back in service', name: 'is back in service' },
  { id: 'guests return', name: 'takes its guests back' },
] as const
const orders = [
  { id: 'given', name: 'as given' },
  { id: 'any', name: 'whichever works best' },
] as const

const plain = (ids: readonly string[]) => ids.map((id) => ({ id, name: id }))

/** How hosts are emptied; each choice stands in the address, the usual one by its absence. */
export function DrainOptions({ hosts }: { readonly hosts: readonly string[] }) {
  const search = route.useSearch()
  const navigate = useNavigate()
  const set = (change: Partial<typeof search>) =>
    void navigate({ to: '/migrate', search: (before) => ({ ...before, ...change }) })
  return (
    <div className="flex flex-wrap items-center gap-2">
      <PickOne
        label="Moves at once"
        options={plain(atOnce)}
        value={`${search.at_once ?? 1}`}
        onChange={(id) => set({ at_once: id === '1' ? undefined : Number(id) })}
      />
      <PickOne
        label="Downtime"
        options={downtimes}
        value={search.downtime ?? 'never'}
        onChange={(id) => set({ downtime: id === 'never' ? undefined : id })}
      />
      <PickOne
        label="Others moved aside, at most"
        options={plain(asides)}
        value={`${search.aside ?? 0}`}
        onChange={(id) => set({ aside: id === '0' ? undefined : Number(id) })}
      />
      <PickOne
        label="Then the host"
        options={afterwards}
        value={search.afterwards ?? 'stays empty'}
        onChange={(id) => set({ afterwards: id === 'stays empty' ? undefined : id })}
      />
      {hosts.length > 1 && (
        <>
          <PickOne
            label="Order"
            options={orders}
            value={search.reorder ? 'any' : 'given'}
            onChange={(id) => set({ reorder: id === 'any' || undefined })}
          />
          <Link to="/migrate" search={(before) => ({ ...before, after: undefined })} className="link text-xs">
            Only {hosts[0]}
          </Link>
        </>
      )}
    </div>
  )
}
