import { figure, pageSizeText } from '@headroom/shared'
import { Link } from '@tanstack/react-router'
import { BarLegend } from '../../components/BarLegend.tsx'
import { CellBar } from '../../components/CellBar.tsx'
import { Figure } from '../../components/Quantity.tsx'
import { dropped } from '../../worker/desk.ts'
import type { ImportedHost, ImportView } from './view-model.ts'

const search = { snapshot: dropped, release: undefined }

/** The hosts the files give, with their bars. */
export function ImportedHosts({ imported: { hosts, hostsInAll } }: { readonly imported: ImportView }) {
  if (hostsInAll === 0)
    return (
      <p className="max-w-prose text-muted">
        A probe document, virsh capabilities, or a compute_nodes row with its numa_topology gives a host.
      </p>
    )
  return (
    <section aria-labelledby="imported" className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 id="imported" className="font-semibold">
          Hosts
        </h2>
        <Link to="/" search={search} className="link">
          Open in Fleet
        </Link>
        <Link to="/plan" search={search} className="link">
          Plan on it
        </Link>
      </div>
      <BarLegend />
      <ul className="grid gap-3 xl:grid-cols-2">
        {hosts.map((host) => (
          <li key={host.host}>
            <HostBars host={host} />
          </li>
        ))}
      </ul>
      {hosts.length < hostsInAll && (
        <p className="text-xs text-muted">{figure(hostsInAll - hosts.length)} more are in Fleet.</p>
      )}
    </section>
  )
}

function HostBars({ host: { host, cells, books } }: { readonly host: ImportedHost }) {
  const pools = cells.flatMap(({ id, pools }) => pools.map((bar) => ({ id, bar })))
  return (
    <article className="panel h-full px-4 py-3">
      <div className="flex flex-wrap items-baseline gap-x-3">
        <h3 className="font-semibold break-all">
          <Link to="/hosts/$host" params={{ host }} search={search} className="hover:underline">
            {host}
          </Link>
        </h3>
        <span className={`text-xs ${books === 'both' ? 'text-muted' : 'text-warn'}`}>{bookWords[books]}</span>
      </div>
      {pools.length === 0 && <p className="text-xs text-muted">No pages above the base size.</p>}
      {pools.length > 0 && (
        <div className="mt-1 flex justify-between text-xs text-muted">
          <span>cell, page size</span>
          <span>free on the host</span>
        </div>
      )}
      {pools.map(({ id, bar }) => (
        <div
          key={`${id} ${bar.size}`}
          className="grid grid-cols-[5.5rem_minmax(0,1fr)_4rem] items-center gap-2 text-xs text-muted"
        >
          <span>
            cell {id}, {pageSizeText(bar.size)}
          </span>
          <CellBar books={bar} of={`${host} cell ${id}`} />
          <span className="text-right">
            <Figure of={bar.host?.free} />
          </span>
        </div>
      ))}
    </article>
  )
}

const bookWords: Record<ImportedHost['books'], string> = {
  both: 'both books',
  'Nova’s alone': 'Nova’s book alone: no file says what the host itself has',
  'the host’s alone': 'the host’s book alone: no file says what Nova counts',
  none: 'only named by other files',
}
