import { figure, pageSizeText } from '@headroom/shared'
import { useId, useState } from 'react'
import { type Column, DataTable } from '../../components/DataTable.tsx'
import { Figure, Memory, PageCount } from '../../components/Quantity.tsx'
import { Say } from '../../components/Say.tsx'
import { findingId, lineId, Source } from './Source.tsx'
import { tones } from './severity-tones.ts'
import { useReveal } from './use-reveal.ts'
import type { CellView, DomainView, FindingView } from './view-model.ts'

export const InspectedDomains = ({ domains }: { readonly domains: readonly DomainView[] }) =>
  domains.map((domain, i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: domains of one text, in its order
    <Domain key={i} domain={domain} alone={domains.length === 1} />
  ))

const outcomes = { starts: 'text-ok', refuses: 'text-bad', unknown: 'text-muted' } as const

function Domain({ domain, alone }: { readonly domain: DomainView; readonly alone: boolean }) {
  const { name, file, line, vcpus, memory, currentMemory, cellSum, cells, findings, start, gets } = domain
  const { worst } = domain
  const differs = cellSum !== undefined && memory !== undefined && cellSum !== memory
  const id = useId()
  const [open, setOpen] = useState(alone)
  const reveal = useReveal()
  return (
    <article aria-label={name} className="panel flex flex-col gap-3 px-4 py-3.5">
      <h2 className="font-semibold">
        {name}{' '}
        {(file || line !== undefined) && (
          <small className="text-xs font-normal text-muted">
            {[file, line !== undefined && `line ${figure(line)}`].filter(Boolean).join(', ')}
          </small>
        )}
      </h2>
      {start && (
        <p
          className={`font-semibold [&_b]:font-semibold ${start.outcome === 'starts' && (worst === 'wrong' || worst === 'risk') ? 'text-warn' : outcomes[start.outcome]}`}
        >
          <Say sentence={start.words} />
        </p>
      )}
      {gets && gets.length > 0 && <Gets gets={gets} />}
      {findings.length === 0 ? (
        <p className="text-ok">Nothing stands in it that is not as it should be.</p>
      ) : (
        <ol aria-label={`Findings in ${name}`} className="flex flex-col gap-2">
          {findings.map((finding, i) => (
            <Finding
              // biome-ignore lint/suspicious/noArrayIndexKey: findings of one domain, worst first
              key={i}
              id={findingId(id, i)}
              finding={finding}
              toLine={() => {
                setOpen(true)
                reveal(lineId(id, finding.line ?? 0))
              }}
            />
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
      <Source
        id={id}
        domain={domain}
        isOpen={open}
        onOpen={setOpen}
        toFinding={(finding) => reveal(findingId(id, finding))}
      />
    </article>
  )
}

/** The memory it really has once it runs: what the host would give it, of what is free there. */
const Gets = ({ gets }: { readonly gets: NonNullable<DomainView['gets']> }) => (
  <p className="text-muted [&_.figure]:font-semibold [&_.figure]:text-ink">
    It gets{' '}
    {gets.map(({ node, size, pages, free }, i) => (
      <span key={`${node} ${size}`}>
        {i > 0 && ', '}
        <PageCount pages={pages} size={size} /> on node {node} (of {figure(free)} free)
      </span>
    ))}
    .
  </p>
)

interface FindingProps {
  readonly id: string
  readonly finding: FindingView
  readonly toLine: () => void
}

const Finding = ({ id, finding: { severity, name, words, line, text }, toLine }: FindingProps) => (
  <li id={id} tabIndex={-1} className="grid gap-x-4 gap-y-0.5 md:grid-cols-[7rem_minmax(0,1fr)]">
    <span className={`text-xs font-semibold ${tones[severity]}`}>{name}</span>
    <div className="min-w-0">
      <p className="max-w-[110ch]">
        <Say sentence={words} />
      </p>
      {line !== undefined && (
        <p className="mt-0.5 flex gap-2 text-xs text-muted">
          <button type="button" onClick={toLine} className="link figure shrink-0 cursor-default">
            line {figure(line)}
          </button>
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
