import { figure } from '@headroom/shared'
import { Link, useLocation } from '@tanstack/react-router'
import { Pill } from '../../components/Pill.tsx'
import { Empty } from '../../components/States.tsx'
import type { Agreement, ChangeView, ReleaseView, Shift } from './view-model.ts'

interface ByReleaseProps {
  readonly releases: readonly ReleaseView[]
  /** Id of the release of the cloud that is open. */
  readonly own: string | undefined
}

/** What each release changed, each change with its proof. */
export function ByRelease({ releases, own }: ByReleaseProps) {
  const here = useLocation({ select: ({ hash }) => hash })
  if (releases.length === 0) return <Empty title="No change passes the filter.">Look for less.</Empty>
  return (
    <ol aria-label="Releases" className="flex flex-col gap-2">
      {releases.map((release) => (
        <li key={release.id} id={release.id} className="scroll-mt-4">
          {release.changes.length === 0 ? (
            <p className="flex flex-wrap items-center gap-x-2 px-4 text-xs text-muted">
              <b className="font-semibold">{release.name}</b> <code>{release.nova}</code>
              {release.id === own && <ThisCloud />}
              <span>{release.isOldest ? 'where the rules begin' : 'changes no rule'}</span>
              <Agreed with={release.conformance} />
            </p>
          ) : (
            <Changed release={release} isOwn={release.id === own} here={here} />
          )}
        </li>
      ))}
    </ol>
  )
}

const ThisCloud = () => (
  <Pill>
    <b>this cloud</b>
  </Pill>
)

interface ChangedProps {
  readonly release: ReleaseView
  readonly isOwn: boolean
  readonly here: string
}

const Agreed = ({ with: agreement }: { readonly with: Agreement | undefined }) =>
  agreement && (
    <span
      className={`text-xs ${agreement.agreeing === agreement.total ? 'text-muted' : 'font-semibold text-bad'}`}
    >
      {figure(agreement.agreeing)} of {figure(agreement.total)} recorded answers of Nova agree
    </span>
  )

const Changed = ({ release: { name, nova, conformance, changes }, isOwn, here }: ChangedProps) => (
  <article aria-label={name} className={`panel px-4 py-3 ${isOwn ? 'border-ink' : ''}`}>
    <header className="flex flex-wrap items-center gap-x-2 gap-y-1 pb-2">
      <h2 className="font-semibold">{name}</h2>
      <code className="text-xs text-muted">{nova}</code>
      {isOwn && <ThisCloud />}
      <Agreed with={conformance} />
      <span className="ml-auto text-xs text-muted">
        {figure(changes.length)} {changes.length === 1 ? 'change' : 'changes'}
      </span>
    </header>
    <ul>
      {changes.map((change) => (
        <Change key={change.id} change={change} isHere={change.id === here} />
      ))}
    </ul>
  </article>
)

const Change = ({ change, isHere }: { readonly change: ChangeView; readonly isHere: boolean }) => (
  <li
    id={change.id}
    aria-current={isHere ? 'location' : undefined}
    className="-mx-4 grid scroll-mt-4 gap-x-6 gap-y-1 border-t border-line px-4 py-2.5 aria-[current]:bg-soft lg:grid-cols-[minmax(0,19rem)_minmax(0,1fr)_minmax(0,13rem)]"
  >
    <div className="min-w-0">
      <h3 className="font-semibold">{change.title}</h3>
      <Link
        to="/releases"
        search={{ by: 'rule' }}
        hash={change.rule}
        className="link text-xs break-words text-muted hover:text-ink"
      >
        <code>{change.rule}</code>
      </Link>
    </div>
    <div className="min-w-0">
      <Shifted shift={change.shift} />
      <p className="max-w-[80ch] text-xs text-muted">{change.note}</p>
    </div>
    <Proof change={change} />
  </li>
)

const Shifted = ({ shift }: { readonly shift: Shift }) =>
  shift.kind === 'word' ? (
    <p>
      <span className="text-muted">{shift.was}</span> <span aria-hidden="true">→</span>
      <span className="sr-only">became</span> <b className="font-semibold">{shift.became}</b>
    </p>
  ) : (
    <p className="break-words">
      {shift.came.length > 0 && (
        <>
          new: <b className="font-semibold">{shift.came.join(', ')}</b>
        </>
      )}
      {shift.came.length > 0 && shift.went.length > 0 && '; '}
      {shift.went.length > 0 && (
        <>
          gone: <span className="text-muted">{shift.went.join(', ')}</span>
        </>
      )}
    </p>
  )

const Proof = ({ change: { commit, since, bug, repository } }: { readonly change: ChangeView }) => (
  <p className="flex flex-wrap content-start gap-x-3 text-xs text-muted lg:flex-col lg:flex-nowrap lg:items-end">
    <span>
      commit{' '}
      <a
        href={`https://opendev.org/openstack/${repository}/commit/${commit}`}
        rel="noreferrer"
        className="link text-ink"
      >
        <code>{commit.slice(0, 10)}</code>
      </a>
    </span>
    <span>
      first in <code>{since}</code>
    </span>
    {bug !== undefined && (
      <a href={`https://bugs.launchpad.net/nova/+bug/${bug}`} rel="noreferrer" className="link text-ink">
        bug {bug}
      </a>
    )}
  </p>
)
