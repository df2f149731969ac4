import { figure } from '@headroom/shared'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useDesk } from '../../api/desk.tsx'
import { useLong } from '../../api/use-long.ts'
import { Button } from '../../components/Button.tsx'
import { DataTable } from '../../components/DataTable.tsx'
import { CheckField } from '../../components/Fields.tsx'
import { PickOne } from '../../components/PickOne.tsx'
import { Figure } from '../../components/Quantity.tsx'
import { Say } from '../../components/Say.tsx'
import { Failure } from '../../components/States.tsx'
import { saveFile } from '../../components/save-file.ts'
import { Working } from '../../components/Working.tsx'
import type { MatrixQuery } from '../../url/search.ts'
import type { CloudAsk } from '../../worker/desk.ts'
import { MatrixGrid } from './MatrixGrid.tsx'
import { type MatrixHead, takenKinds } from './matrix-view.ts'
import { matrixViewQuery, refusalsQuery } from './queries.ts'
import { takenSigns, takenWords } from './taken.ts'

const route = getRouteApi('/migrate')

interface MatrixProps {
  readonly cloud: CloudAsk
  readonly host: string
}

/** The guests of a host against every other host, gate by gate. */
export function Matrix({ cloud, host }: MatrixProps) {
  const desk = useDesk()
  const answer = useLong(['matrix', cloud, host], (tell) => desk.matrix(cloud, host, tell))
  const { data, error } = answer
  if (error && !answer.isStopped)
    return <Failure what="What the gates say cannot be told." error={error} again={answer.again} />
  if (!data)
    return <Working what={`Asking every gate of every guest of ${host}`} many="answers" {...answer} />
  return <Asked cloud={cloud} host={host} head={data} />
}

const sorts = [
  { id: 'name', name: 'name' },
  { id: 'fits', name: 'fits' },
  { id: 'disagree', name: 'disagreement' },
] as const

function Asked({ cloud, host, head }: MatrixProps & { readonly head: MatrixHead }) {
  const desk = useDesk()
  const navigate = route.useNavigate()
  const { guest, guests, hosts, differing } = route.useSearch()
  const query: MatrixQuery = { guests, hosts, differing }
  const { data: view, error, refetch } = useQuery(matrixViewQuery(desk, cloud, host, query))
  const change = (to: MatrixQuery) =>
    void navigate({ search: (old) => ({ ...old, ...to }), replace: true, resetScroll: false })
  const shown = view?.guests.find(({ id }) => id === guest)
  return (
    <section aria-labelledby="matrix" className="panel min-w-0 px-4 py-3.5">
      <h2 id="matrix" className="font-semibold">
        Guests of {host} against every other host{' '}
        <span className="text-xs text-muted">
          {figure(head.guests)} × {figure(head.hosts)}
        </span>
      </h2>
      <Legend head={head} />
      <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-2">
        <PickOne
          label="guests by"
          options={sorts}
          value={guests ?? 'name'}
          onChange={(id) => change({ guests: id === 'name' ? undefined : id })}
        />
        <PickOne
          label="hosts by"
          options={sorts}
          value={hosts ?? 'name'}
          onChange={(id) => change({ hosts: id === 'name' ? undefined : id })}
        />
        <CheckField
          name="differing"
          label="Only where gates disagree"
          value={differing ?? false}
          onChange={(on) => change({ differing: on || undefined })}
        />
        <span className="ml-auto">
          <Button
            onPress={() =>
              void desk
                .matrixText(cloud, host, query)
                .then((text) => saveFile(`migrate-${host}.csv`, 'text/csv', text))
            }
          >
            Export as CSV
          </Button>
        </span>
      </div>
      {error && <Failure what="The matrix cannot be shown." error={error} again={() => void refetch()} />}
      {view &&
        (view.guests.length > 0 && view.hosts.length > 0 ? (
          <MatrixGrid cloud={cloud} host={host} view={view} />
        ) : (
          <p className="mt-2 text-muted">
            {differing
              ? 'No gate disagrees with booting.'
              : `${host} has no guest, or there is no other host.`}
          </p>
        ))}
      {shown && <Why cloud={cloud} host={host} guest={shown.id} name={shown.name} />}
    </section>
  )
}

/** What the signs say, with how many cells there are of each. */
const Legend = ({ head: { counts, disagree } }: { readonly head: MatrixHead }) => (
  <ul className="mt-1 flex flex-wrap gap-x-4 gap-y-1 text-xs">
    {takenKinds.map((taken) => (
      <li key={taken}>
        <span aria-hidden="true" className={`font-semibold ${takenSigns[taken].tone}`}>
          {takenSigns[taken].sign}
        </span>{' '}
        <b className="figure">{figure(counts[taken])}</b>{' '}
        <span className="text-muted">{takenWords[taken]}</span>
      </li>
    ))}
    <li>
      <span aria-hidden="true" className="font-semibold text-warn">
        ≠
      </span>{' '}
      <b className="figure">{figure(disagree)}</b>{' '}
      <span className="text-muted">booting there is answered otherwise</span>
    </li>
  </ul>
)

interface WhyProps extends MatrixProps {
  readonly guest: string
  readonly name: string
}

function Why({ cloud, host, guest, name }: WhyProps) {
  const { data } = useQuery(refusalsQuery(useDesk(), cloud, host, guest))
  if (!data) return null
  if (data.length === 0) return <p className="mt-3 text-muted">Every host takes {name}.</p>
  return (
    <div className="mt-3">
      <DataTable
        title={`Why hosts do not take ${name}`}
        columns={[
          { name: 'Gate', of: ({ gate }) => <Say sentence={gate} /> },
          { name: 'Hosts', right: true, of: ({ hosts }) => <Figure of={hosts} /> },
          { name: 'For example', wide: true, of: ({ example }) => <Say sentence={example} /> },
        ]}
        rows={data}
        idOf={(_, index) => `${index}`}
      />
    </div>
  )
}
