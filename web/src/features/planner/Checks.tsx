import type { Sentence } from '@headroom/shared'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Say } from '../../components/Say.tsx'
import type { CheckCell, CheckRow, ChecksTable } from './view-model.ts'

interface ChecksProps {
  readonly checks: ChecksTable
  /** Which guest of a step with several. */
  readonly about: string | undefined
}

/** Hosts × checks: the number each check found, and what the host said where it was tried. */
export function Checks({ checks: { checks, passedByAll, rows, hosts, attempts }, about }: ChecksProps) {
  const facts = [
    `${hosts} ${hosts === 1 ? 'host' : 'hosts'}`,
    `${attempts} ${attempts === 1 ? 'attempt' : 'attempts'} played out`,
    ...(about ? [`guest ${about}`] : []),
    ...(rows.length < hosts ? [`the first ${rows.length} shown`] : []),
  ]
  return (
    <section aria-labelledby="checks" className="panel px-4 py-3.5">
      <h2 id="checks" className="font-semibold">
        Hosts × checks <span className="text-xs text-muted">{facts.join(' · ')}</span>
      </h2>
      <div className="relative mt-1 overflow-x-auto">
        <table aria-labelledby="checks" className="block w-full text-left sm:table">
          <thead className="sr-only text-xs text-muted sm:not-sr-only sm:table-header-group">
            <tr>
              <th scope="col" className="py-1.5 pr-4 font-semibold">
                Host
              </th>
              {checks.map((check) => (
                <th key={check} scope="col" className="py-1.5 pr-4 font-semibold">
                  {check}
                </th>
              ))}
              <th scope="col" className="py-1.5 font-semibold">
                starts?
              </th>
            </tr>
          </thead>
          <tbody className="block sm:table-row-group">
            {rows.map((row) => (
              <Row key={row.host} row={row} checks={checks} attempts={attempts} />
            ))}
          </tbody>
        </table>
      </div>
      {passedByAll.length > 0 && (
        <p className="mt-1 text-xs text-muted">
          Every host passes{' '}
          {passedByAll.map((check, i) => (
            <span key={check}>
              {i > 0 && ', '}
              <code>{check}</code>
            </span>
          ))}
          .
        </p>
      )}
    </section>
  )
}

function Row({
  row: { host, attempt, checks: cells, starts },
  checks,
  attempts,
}: {
  readonly row: CheckRow
  readonly checks: readonly string[]
  readonly attempts: number
}) {
  return (
    <tr className="block border-t border-line py-2 sm:table-row sm:py-0">
      <th
        scope="row"
        className="block py-1 align-top font-semibold whitespace-nowrap sm:table-cell sm:py-2 sm:pr-4"
      >
        <Link to="/hosts/$host" params={{ host }} className="hover:underline">
          {host}
        </Link>
        {attempt !== undefined && attempts > 1 && (
          <span className="block text-xs font-normal text-muted">attempt {attempt}</span>
        )}
      </th>
      {cells.map((cell, i) => (
        <Cell key={checks[i]} cell={cell} check={checks[i] ?? ''} />
      ))}
      <Cell cell={starts} check="starts?" />
    </tr>
  )
}

const signs = {
  passes: { sign: '✓', words: 'passes', tone: 'text-ok' },
  remarks: { sign: '!', words: 'with a remark', tone: '' },
  objects: { sign: '✗', words: 'refuses', tone: 'text-bad' },
  unknown: { sign: '?', words: 'cannot be told', tone: 'text-muted' },
  'not asked': { sign: '–', words: 'not asked', tone: 'text-muted' },
} as const

function Cell({ cell, check }: { readonly cell: CheckCell; readonly check: string }) {
  const { sign, words, tone } = signs[cell.kind]
  return (
    <td className="flex justify-between gap-4 py-0.5 align-top sm:table-cell sm:py-2 sm:pr-4">
      <span aria-hidden="true" className="text-xs text-muted sm:hidden">
        {check}
      </span>
      <Found
        cell={cell}
        sign={
          <span className={tone}>
            <span aria-hidden="true">{sign} </span>
            <span className="sr-only">{words} </span>
          </span>
        }
      />
    </td>
  )
}

function Found({ cell, sign }: { readonly cell: CheckCell; readonly sign: ReactNode }) {
  switch (cell.kind) {
    case 'passes':
      return (
        <span className="text-ok [&_b]:font-semibold">
          {sign}
          {cell.brief && <Say sentence={cell.brief} links={false} />}
        </span>
      )
    case 'remarks':
      return (
        <Opens
          tone={cell.tone === 'altered' ? 'text-bad' : 'text-warn'}
          brief={[cell.brief]}
          full={[cell.full]}
          sign={sign}
        />
      )
    case 'objects':
      return <Opens tone="text-bad" brief={cell.brief} full={cell.full} sign={sign} />
    case 'unknown':
      return (
        <span className="text-muted">
          {sign}
          <span className="text-xs">
            <Say sentence={cell.full} links={false} />
          </span>
        </span>
      )
    case 'not asked':
      return sign
  }
}

interface OpensProps {
  readonly tone: string
  readonly brief: readonly Sentence[]
  readonly full: readonly Sentence[]
  readonly sign: ReactNode
}

/** The number, which opens into the sentence. */
const Opens = ({ tone, brief, full, sign }: OpensProps) => (
  <details className="sm:inline-block">
    <summary
      className={`cursor-default list-none underline decoration-dotted underline-offset-4 [&_b]:font-semibold [&::-webkit-details-marker]:hidden ${tone}`}
    >
      <Listed sentences={brief} sign={sign} />
    </summary>
    <span className="block max-w-72 py-1 text-xs">
      {full.map((sentence, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: objections of one check, in its order
        <span key={i} className="block">
          <Say sentence={sentence} />
        </span>
      ))}
    </span>
  </details>
)

/** The sign stays with the first. */
const Listed = ({
  sentences,
  sign,
}: {
  readonly sentences: readonly Sentence[]
  readonly sign: ReactNode
}) => (
  <>
    {sentences.map((sentence, i) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: objections of one check, in its order
      <span key={i}>
        {i > 0 && '; '}
        {i === 0 && sign}
        <Say sentence={sentence} links={false} />
      </span>
    ))}
  </>
)
