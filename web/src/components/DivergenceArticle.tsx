import { nameCause, nameKind, pageSizeText } from '@headroom/shared'
import { Link } from '@tanstack/react-router'
import { CopyText } from './CopyText.tsx'
import type { DivergenceRow, FindingTone } from './found.ts'
import { LineList } from './LineList.tsx'
import { Difference } from './Quantity.tsx'
import { Amount, Say } from './Say.tsx'

interface DivergenceArticleProps {
  readonly row: DivergenceRow
  readonly isOpen: boolean
  readonly turn: () => void
  /** Where it stands: among those of a cloud, of which it says the host; under its host; on the page of it. */
  readonly on: 'cloud' | 'group' | 'host'
}

export const findingTones: Record<FindingTone, string> = {
  bad: 'text-bad',
  warn: 'text-warn',
  ok: 'text-ok',
  plain: 'text-ink',
}

/** One divergence: its sentence and both numbers, opening into what either is made of. */
export function DivergenceArticle({ row, isOpen, turn, on }: DivergenceArticleProps) {
  const cell = row.cell === undefined ? undefined : `cell ${row.cell}`
  const pages = row.size === undefined ? undefined : `${pageSizeText(row.size)} pages`
  return (
    <article
      aria-label={[[row.host, cell].filter(Boolean).join(' '), pages ?? nameCause(row.cause)].join(', ')}
    >
      <div
        className={`grid gap-x-4 gap-y-1 md:items-baseline ${on === 'cloud' ? 'md:grid-cols-[9rem_minmax(0,1fr)_auto]' : 'md:grid-cols-[minmax(0,1fr)_auto]'}`}
      >
        {on === 'cloud' && (
          <Link
            to="/hosts/$host"
            params={{ host: row.host }}
            hash={row.cell === undefined ? '' : `cell-${row.cell}`}
            className="truncate font-semibold hover:underline"
          >
            {row.host}
          </Link>
        )}
        <div className="min-w-0">
          <button
            type="button"
            aria-expanded={isOpen}
            onClick={turn}
            className="flex cursor-default text-left font-semibold hover:underline [&_b]:font-semibold"
          >
            <span aria-hidden="true" className="w-4.5 shrink-0 text-muted">
              {isOpen ? '▾' : '▸'}
            </span>
            <span className="min-w-0">
              <Say sentence={row.headline} links={false} />
            </span>
          </button>
          <p className="pl-4.5 text-xs text-muted">
            <span className={`font-semibold ${findingTones[row.tone]}`}>{nameKind(row.kind)}</span>
            {[nameCause(row.cause), pages].flatMap((word) => (word ? [` · ${word}`] : []))}
            {cell && ' · '}
            {row.cell !== undefined && <Cell host={row.host} cell={row.cell} on={on} />}
          </p>
        </div>
        <dl className="flex gap-x-4 pl-4.5 text-xs md:grid md:grid-cols-[repeat(3,5.5rem)] md:pl-0 md:text-right">
          {row.figures.map(({ name, is }) => (
            <div key={name}>
              <dt className="text-muted">{name}</dt>
              <dd className="text-sm font-semibold [&_b]:font-semibold">
                <Amount of={is} />
              </dd>
            </div>
          ))}
          {row.difference === undefined ? null : (
            <div>
              <dt className="text-muted">difference</dt>
              <dd className="text-sm font-semibold">
                <Difference of={row.difference} tone={row.difference < 0 ? 'bad' : 'ok'} />
              </dd>
            </div>
          )}
        </dl>
      </div>
      {isOpen && <Opened row={row} indent={on === 'cloud' ? 'md:pl-44.5' : 'md:pl-4.5'} />}
    </article>
  )
}

/** Leads to the cell, but where the host’s name does. */
function Cell({
  host,
  cell,
  on,
}: Pick<DivergenceRow, 'host'> & { cell: number } & Pick<DivergenceArticleProps, 'on'>) {
  const name = `cell ${cell}`
  if (on === 'cloud') return name
  if (on === 'host')
    return (
      <a href={`#cell-${cell}`} className="link">
        {name}
      </a>
    )
  return (
    <Link to="/hosts/$host" params={{ host }} hash={`cell-${cell}`} className="link">
      {name}
    </Link>
  )
}

/** Suspects, both sums with their entries, and the line that mends it. */
function Opened({ row, indent }: { readonly row: DivergenceRow; readonly indent: string }) {
  return (
    <div className={`mt-3 flex flex-col gap-3 ${indent}`}>
      {row.details.map((detail, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: details are sentences of one divergence, in its order
        <p key={i} className="max-w-[110ch] text-muted [&_b]:text-ink">
          <Say sentence={detail} />
        </p>
      ))}
      {row.remedy && (
        <div className="flex flex-col gap-1.5">
          <p className="text-xs text-muted">
            <Say sentence={row.remedy.place} />
          </p>
          <CopyText lines={row.remedy.lines} />
        </div>
      )}
      <div className="grid gap-x-8 gap-y-3 sm:grid-cols-2">
        <LineList title="In Nova’s book" lines={row.entries} />
        {!row.holdersRead ? (
          <p className="text-xs text-warn">Nobody looked at processes: who holds the pages is not known.</p>
        ) : row.difference !== undefined || row.holders.length > 0 ? (
          <LineList title="Held on the host" lines={row.holders} />
        ) : null}
      </div>
    </div>
  )
}
