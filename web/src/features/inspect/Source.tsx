import { figure, groupBy, type Severity } from '@headroom/shared'
import type { ReactNode } from 'react'
import { Say } from '../../components/Say.tsx'
import { edges, tones } from './severity-tones.ts'
import type { DomainView } from './view-model.ts'

export const lineId = (domain: string, line: number) => `${domain}-line-${line}`
export const findingId = (domain: string, finding: number) => `${domain}-finding-${finding}`

interface SourceProps {
  readonly id: string
  readonly domain: DomainView
  readonly isOpen: boolean
  readonly onOpen: (open: boolean) => void
  readonly toFinding: (finding: number) => void
}

/** The text itself, numbered; what was found stands at its line, and leads back to the finding. */
export function Source({ id, domain: { name, line: first, source, findings }, ...props }: SourceProps) {
  const { isOpen, onOpen, toFinding } = props
  if (first === undefined || source.length === 0) return null
  const found = groupBy(
    findings.map((finding, index) => ({ ...finding, index })),
    ({ line }) => line,
  )
  return (
    <section aria-label={`XML of ${name}`}>
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => onOpen(!isOpen)}
        className="cursor-default text-xs text-muted hover:underline"
      >
        <span aria-hidden="true" className="inline-block w-4">
          {isOpen ? '▾' : '▸'}
        </span>
        the XML, {figure(source.length)} {source.length === 1 ? 'line' : 'lines'}
      </button>
      {isOpen && (
        <ol className="mt-1.5 overflow-hidden rounded-lg border border-line bg-soft py-2 text-xs">
          {source.map((text, index) => {
            const line = first + index
            const here = found.get(line) ?? []
            return (
              <Line key={line} id={lineId(id, line)} line={line} text={text} worst={here[0]?.severity}>
                {here.map((finding) => (
                  <button
                    key={finding.index}
                    type="button"
                    onClick={() => toFinding(finding.index)}
                    className="block cursor-default text-left font-sans hover:underline"
                  >
                    <span className={`font-semibold ${tones[finding.severity]}`}>{finding.name}</span>{' '}
                    <span className="text-ink">
                      <Say sentence={finding.words} links={false} />
                    </span>
                  </button>
                ))}
              </Line>
            )
          })}
        </ol>
      )}
    </section>
  )
}

interface LineProps {
  readonly id: string
  readonly line: number
  readonly text: string
  readonly worst: Severity | undefined
  readonly children: readonly ReactNode[]
}

const Line = ({ id, line, text, worst, children }: LineProps) => (
  <li
    id={id}
    tabIndex={-1}
    className={`grid grid-cols-[3rem_minmax(0,1fr)] gap-x-3 px-2 leading-5 border-l-3 ${worst ? `${edges[worst]} bg-panel py-1 lg:grid-cols-[3rem_minmax(0,1fr)_minmax(0,26rem)]` : 'border-transparent'}`}
  >
    <span className="figure text-right text-muted select-none">{line}</span>
    <code className="min-w-0 break-all whitespace-pre-wrap">{text || ' '}</code>
    {children.length > 0 && <div className="col-start-2 flex flex-col gap-1 lg:col-start-3">{children}</div>}
  </li>
)
