import { figure, pageSizeText, type Severity } from '@headroom/shared'
import { type Column, DataTable } from '../../components/DataTable.tsx'
import { Figure, Memory, PageCount } from '../../components/Quantity.tsx'
import { Say } from '../../components/Say.tsx'
import type { CellView, DomainView, FindingView } from './view-model.ts'

const tones: Record<Severity, string> = {
  refused: 'text-bad',
  wrong: 'text-bad',
  risk: 'text-warn',
  note: 'text-muted',
}

export const InspectedDomains = ({ domains }: { readonly domains: readonly DomainView[] }) =>
  domains.map((domain, i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: domains of one text, in its order
    <Domain key={i} domain={domain} />
  ))

const outcomes = { starts: 'text-ok', refuses: 'text-bad', unknown: 'text-muted' } as const

function Domain({ domain }: { readonly domain: DomainView }) {
  const { name, line, vcpus, memory, currentMemory, cellSum, cells, findings, start } = domain
  const differs = cellSum !== undefined && memory !== undefined && cellSum !== memory
  return (
    <article aria-label={name} className="panel flex flex-col gap-3 px-4 py-3.5">
      <h2 className="font-semibold">
        {name} {line !== undefined && <small className="text-xs font-normal text-muted">line {line}</small>}
      </h2>
      {start && (
        <p className={`font-semibold [&_b]:font-semibold ${outcomes[start.outcome]}`}>
          <Say sentence={start.words} />
        </p>
      )}
      {findings.length === 0 ? (
        <p className="text-ok">Nothing stands in it that is not as it should be.</p>
      ) : (
        <ol aria-label={`Findings in ${name}`} className="flex flex-col gap-2">
          {findings.map((finding, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: findings of one domain, worst first
            <Finding key={i} finding={finding} />
          ))}
        </ol>
      )}
      <dl className="flex flex-wrap gap-x-8 gap-y-2 text-xs [&_dd]:text-sm [&_dd]:font-semibold [&_dt]:text-muted">
        <div>
          <dt>memory</dt>
          <dd>{memory === undefined ? <Figure of={undefined} /> : <Memory kib={memory} />}</dd>
        </div>
        {currentMemory !== undefined && currentMemory !== memory && (
          <div>
            <dt>at the start</dt>
            <dd>
              <Memory kib={currentMemory} />
            </dd>
          </div>
        )}
        {cellSum !== undefined && (
          <div>
            <dt>sum of the cells</dt>
            <dd className={differs ? 'text-bad' : ''}>
              <Memory kib={cellSum} />
              {differs && ' ≠ memory'}
            </dd>
          </div>
        )}
        <div>
          <dt>vCPUs</dt>
          <dd>
            <Figure of={vcpus} />
          </dd>
        </div>
      </dl>
      {cells.length > 0 && (
        <DataTable
          title={`Cells of ${name}`}
          columns={columns}
          rows={cells}
          idOf={({ id }, i) => `${id} ${i}`}
        />
      )}
    </article>
  )
}

const Finding = ({ finding: { severity, name, words, line, text } }: { readonly finding: FindingView }) => (
  <li className="grid gap-x-4 gap-y-0.5 md:grid-cols-[7rem_minmax(0,1fr)]">
    <span className={`text-xs font-semibold ${tones[severity]}`}>{name}</span>
    <div className="min-w-0">
      <p className="max-w-[110ch]">
        <Say sentence={words} />
      </p>
      {line !== undefined && (
        <p className="mt-0.5 flex gap-2 text-xs text-muted">
          <span className="figure shrink-0">line {figure(line)}</span>
          <code className="min-w-0 break-all">{text}</code>
        </p>
      )}
    </div>
  </li>
)

const columns: readonly Column<CellView>[] = [
  { name: 'Cell', of: ({ id }) => id },
  { name: 'Line', right: true, of: ({ line }) => <Figure of={line} /> },
  { name: 'vCPUs', right: true, of: ({ vcpus }) => vcpus || 'none' },
  { name: 'Written', right: true, of: ({ written }) => <code>{written}</code> },
  { name: 'As libvirt reads it', right: true, of: ({ memory }) => <Memory kib={memory} /> },
  {
    name: 'Pages',
    right: true,
    of: ({ pages }) =>
      !pages ? (
        'base pages'
      ) : pages.size === undefined ? (
        'the host’s default huge pages'
      ) : pages.count === undefined ? (
        pageSizeText(pages.size)
      ) : (
        <PageCount pages={pages.count} size={pages.size} />
      ),
  },
  { name: 'Bound', right: true, of: ({ bound }) => bound ?? 'to no node' },
]
