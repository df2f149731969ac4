import { figure } from '@headroom/shared'
import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { ageOf, useNow } from '../../components/age.ts'
import type { CloudView, SourcesView } from '../../worker/desk.ts'
import type { FleetView } from './view-model.ts'

interface SourcesProps {
  readonly cloud: CloudView
  readonly fleet: FleetView
}

/** How old what the numbers rest on is, kind by kind, and what they leave out. */
export function Sources({ cloud, fleet }: SourcesProps) {
  const now = useNow(cloud.asOf)
  const missing = notRead(cloud, fleet)
  return (
    <section aria-label="What was read" className="panel px-4 py-3 text-xs">
      <h2 className="text-muted">What was read</h2>
      <ul className="mt-1 flex flex-wrap gap-x-8 gap-y-1">
        {cloud.sources.map((source) => (
          <Source key={source.kind} source={source} now={now} />
        ))}
        {cloud.sources.length === 0 && <li className="text-muted">no source is named</li>}
      </ul>
      {missing.length > 0 && (
        <p className="mt-1 text-warn">
          Not read:{' '}
          {missing.map((what, i) => (
            <Fragment key={what}>
              {i > 0 && ', '}
              {what}
            </Fragment>
          ))}
          .{' '}
          <Link to="/divergences" hash="apart" className="link">
            What was not compared
          </Link>
        </p>
      )}
    </section>
  )
}

function Source({ source, now }: { readonly source: SourcesView; readonly now: number }) {
  const { kind, count, newest, oldest } = source
  const [young, old] = [ageOf(newest, now), ageOf(oldest, now)]
  return (
    <li>
      <b>{kind}</b>
      {count > 1 && ` × ${figure(count)}`}{' '}
      <span className={old?.stale ? 'text-warn' : 'text-muted'}>
        {!young || !old
          ? 'time not stated'
          : young.text === old.text
            ? young.ago
            : `newest ${young.ago}, oldest ${old.ago}`}
        {old?.stale && ', stale'}
      </span>
    </li>
  )
}

const hosts = (n: number) => `${figure(n)} ${n === 1 ? 'host' : 'hosts'}`

const notRead = (
  { placement, guestsListed, gaps }: CloudView,
  { unread: { host, nova, holders } }: FleetView,
): readonly string[] =>
  [
    host > 0 && `${hosts(host)} themselves`,
    nova > 0 && `Nova’s row of ${hosts(nova)}`,
    holders > 0 && `who holds the pages on ${hosts(holders)}`,
    !placement && 'Placement',
    !guestsListed && 'the list of guests',
    gaps > 0 && `${figure(gaps)} ${gaps === 1 ? 'thing' : 'things'} more that sources left out`,
  ].filter((one) => one !== false)
