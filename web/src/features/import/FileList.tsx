import { figure } from '@headroom/shared'
import type { FileView, ProblemView } from './view-model.ts'

/** What was made of every file, in the order they came. */
export function FileList({ files }: { readonly files: readonly FileView[] }) {
  if (files.length === 0) return null
  return (
    <section aria-labelledby="files">
      <h2 id="files" className="mb-2 font-semibold">
        Files
      </h2>
      <ul className="flex flex-col gap-2">
        {files.map((file) => (
          <li key={`${file.name} ${file.format}`}>
            <FilePanel file={file} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function FilePanel({
  file: { name, format, understood, problems, problemsInAll },
}: {
  readonly file: FileView
}) {
  const errors = problems.filter(({ severity }) => severity === 'error').length
  return (
    <article className={`panel px-4 py-3 ${format === undefined ? 'border-bad!' : ''}`}>
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <h3 className="min-w-0 font-semibold break-all">{name}</h3>
        {format === undefined ? (
          <span className="font-semibold text-bad">not recognised</span>
        ) : (
          <span className="text-muted">{format}</span>
        )}
        <span
          className={`ml-auto text-xs font-semibold ${errors > 0 ? 'text-bad' : problems.length > 0 ? 'text-warn' : 'text-ok'}`}
        >
          {problemsInAll === 0
            ? 'no problems'
            : problemsInAll === 1
              ? '1 problem'
              : `${figure(problemsInAll)} problems`}
        </span>
      </div>
      {understood.length > 0 && (
        <p className="text-xs text-muted">Understood: {understood.map(counted).join(', ')}.</p>
      )}
      {format !== undefined && understood.length === 0 && (
        <p className="text-xs text-warn">Nothing of it was understood.</p>
      )}
      {problems.length > 0 && (
        <Problems label={`Problems of ${name}`} problems={problems.slice(0, shownAtOnce)} />
      )}
      {problems.length > shownAtOnce && (
        <details className="mt-2 text-xs">
          <summary className="cursor-default text-muted">
            {figure(problemsInAll - shownAtOnce)} more
            {problems.length < problemsInAll &&
              `, of which ${figure(problems.length - shownAtOnce)} are kept`}
          </summary>
          <Problems label={`More problems of ${name}`} problems={problems.slice(shownAtOnce)} />
        </details>
      )}
    </article>
  )
}

/** Problems of a file that stand open. */
const shownAtOnce = 4

const Problems = ({
  label,
  problems,
}: {
  readonly label: string
  readonly problems: readonly ProblemView[]
}) => (
  <ol aria-label={label} className="mt-2 flex flex-col gap-2">
    {problems.map((problem, i) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: problems of one file, in its order
      <li key={i}>
        <Problem problem={problem} />
      </li>
    ))}
  </ol>
)

/** `2 nodes`, `1 node`; a table keeps its name. */
const counted = ({ what, count }: FileView['understood'][number]) =>
  `${figure(count)} ${count === 1 && !what.includes('_') ? what.replace(/s$/, '') : what}`

function Problem({
  problem: { severity, line, path, quoted, found, expected },
}: {
  readonly problem: ProblemView
}) {
  return (
    <div className="border-l-2 border-line pl-3 text-xs wrap-anywhere">
      <p>
        <b className={severity === 'error' ? 'text-bad' : 'text-warn'}>
          {line === undefined ? (severity === 'error' ? 'Error' : 'Note') : `Line ${figure(line)}`}
        </b>
        {path && (
          <>
            {' '}
            <code className="break-all">{path}</code>
          </>
        )}
        {found !== undefined && (
          <>
            : found <code className="break-all">{found}</code>
          </>
        )}
        <span>
          {found === undefined ? ': ' : ', '}expected {expected}
        </span>
      </p>
      {quoted && (
        <pre className="mt-1 rounded bg-soft px-2 py-1 font-mono break-all whitespace-pre-wrap">
          {line !== undefined && <span className="text-muted select-none">{line} │ </span>}
          {quoted}
        </pre>
      )}
    </div>
  )
}
