import type { Sentence } from '@headroom/shared'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useLocation } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { useDesk } from '../../api/desk.tsx'
import { cloudQuery, hostQuery } from '../../api/queries.ts'
import { ageOf, useNow } from '../../components/age.ts'
import { BarLegend } from '../../components/BarLegend.tsx'
import { buttonClass } from '../../components/Button.tsx'
import { CopyButton, CopyText } from '../../components/CopyText.tsx'
import { NoCloud } from '../../components/NoCloud.tsx'
import { Opening } from '../../components/Opening.tsx'
import { Page } from '../../components/Page.tsx'
import { Pill } from '../../components/Pill.tsx'
import { ReleasePicker } from '../../components/ReleasePicker.tsx'
import { Say } from '../../components/Say.tsx'
import { Empty, Failure } from '../../components/States.tsx'
import { useCloud } from '../../url/use-cloud.ts'
import type { CloudAsk, CloudView } from '../../worker/desk.ts'
import { Findings } from './Findings.tsx'
import { HostCell } from './HostCell.tsx'
import { Boots, CellGuests, FloatingGuests, Holders } from './HostTables.tsx'
import { Sleepers, Storm } from './InTime.tsx'
import type { HostView, ReadAt } from './view-model.ts'
import { Whole } from './Whole.tsx'

const route = getRouteApi('/hosts/$host')

export function HostPage() {
  const { host } = route.useParams()
  const cloud = useCloud()
  if (!cloud)
    return (
      <Framed host={host}>
        <NoCloud>to see its hosts.</NoCloud>
      </Framed>
    )
  return <OpenHost ask={cloud} host={host} />
}

const Framed = ({ host, children }: { readonly host: string; readonly children: ReactNode }) => (
  <Page title={host} above={<Above />}>
    {children}
  </Page>
)

const Above = () => (
  <span className="text-xs text-muted">
    <Link to="/" className="link">
      Fleet
    </Link>{' '}
    /
  </span>
)

function OpenHost({ ask, host }: { readonly ask: CloudAsk; readonly host: string }) {
  const desk = useDesk()
  const cloud = useQuery(cloudQuery(desk, ask))
  const view = useQuery(hostQuery(desk, ask, host))
  const error = cloud.error ?? view.error
  if (error)
    return (
      <Framed host={host}>
        <Failure
          what="This host cannot be shown."
          error={error}
          again={() => void Promise.all([cloud.refetch(), view.refetch()])}
        />
      </Framed>
    )
  if (!cloud.data || view.data === undefined)
    return (
      <Framed host={host}>
        <Opening snapshot={ask.snapshot} />
      </Framed>
    )
  if (view.data === null)
    return (
      <Framed host={host}>
        <Empty title={`There is no host “${host}” in ${cloud.data.name}.`}>
          <Link to="/" className="link text-ink">
            See the hosts there are
          </Link>
          .
        </Empty>
      </Framed>
    )
  return <HostFound cloud={cloud.data} host={view.data} />
}

function HostFound({ cloud, host }: { readonly cloud: CloudView; readonly host: HostView }) {
  useHashInView()
  const where = [...new Set([host.zone, ...host.aggregates])].filter((one) => one !== undefined)
  return (
    <Page
      title={host.host}
      above={<Above />}
      facts={
        <>
          {where.length > 0 && <Pill>{where.join(' · ')}</Pill>}
          {host.state !== 'up' && (
            <Pill>
              <b className="text-warn!">{host.state === 'not known' ? 'state not known' : host.state}</b>
            </Pill>
          )}
          <Pill>
            host <Read at={host.hostRead} asOf={cloud.asOf} /> · Nova{' '}
            <Read at={host.novaRead} asOf={cloud.asOf} />
          </Pill>
          <ReleasePicker cloud={cloud} />
        </>
      }
      actions={
        <>
          <Link to="/inspect" search={{ host: host.host }} className={buttonClass()}>
            Inspect XML
          </Link>
          <Link to="/plan" className={buttonClass()}>
            Plan from here
          </Link>
        </>
      }
    >
      <Headline host={host} />
      <Findings host={host} />
      {host.cells.length === 0 ? (
        <Empty title="Neither book has cells of this host.">
          Nova’s row has no <code>numa_topology</code>, and the host itself was not read.
        </Empty>
      ) : (
        <div className="grid gap-3 lg:grid-cols-2">
          {host.cells.map((cell) => (
            <HostCell key={cell.id} host={host.host} cell={cell} />
          ))}
        </div>
      )}
      {host.cells.some(({ pools }) => pools.length > 0) && <BarLegend />}
      <Boots boots={host.boots} />
      <Holders cells={host.cells} />
      <CellGuests cells={host.cells} />
      <FloatingGuests guests={host.floating} />
      <Sleepers sleepers={host.sleepers} />
      <Storm title="If all that is off or saved starts at once" storm={host.storms.asleep} />
      <Storm title="If all start at once after a reboot" storm={host.storms.rebooted} />
      <Whole lines={host.whole} />
      <Sentences title="About this host" sentences={host.remarks} />
      <Sentences title="What is not known" sentences={host.gaps} />
    </Page>
  )
}

/** A link to a part of the page leads there once the host is on it. */
function useHashInView() {
  const hash = useLocation({ select: (location) => location.hash })
  useEffect(() => {
    if (hash) document.getElementById(hash)?.scrollIntoView()
  }, [hash])
}

function Read({ at, asOf }: { readonly at: ReadAt; readonly asOf: string | undefined }) {
  const now = useNow(asOf)
  if (at.kind === 'not read') return <b className="text-warn!">not read</b>
  const age = ageOf(at.at, now)
  if (!age) return <b>time not stated</b>
  return (
    <b className={age.stale ? 'text-warn!' : ''}>
      {age.ago}
      {age.stale && ', stale'}
    </b>
  )
}

const looks = {
  bad: { box: 'border-bad!', head: 'text-bad' },
  warn: { box: 'border-warn!', head: 'text-warn' },
  ok: { box: 'border-ok!', head: 'text-ok' },
  plain: { box: '', head: 'text-ink' },
} as const

/** More of them are at their divergences, and in what is copied. */
const fewRemedies = 2

/** The one thing to know, what stands behind it, and the line that mends it. */
function Headline({ host }: { readonly host: HostView }) {
  const { box, head } = looks[host.tone]
  const { remedyText } = host
  return (
    <section aria-label="What to know" className={`panel flex flex-col gap-2.5 px-4 py-3.5 ${box}`}>
      <p className={`text-base font-semibold [&_b]:font-semibold ${head}`}>
        <Say sentence={host.first.headline} />
      </p>
      {host.first.details.map((detail, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: details are sentences of one divergence, in its order
        <p key={i} className="max-w-[110ch] text-muted [&_b]:text-ink">
          <Say sentence={detail} />
        </p>
      ))}
      {host.failing.length > 0 && (
        <ul className="flex max-w-[110ch] flex-col gap-1">
          {host.failing.map(({ flavor, happens }) => (
            <li key={flavor}>
              <b>The next {flavor}:</b> <Say sentence={happens} />
            </li>
          ))}
        </ul>
      )}
      {host.remedies.slice(0, fewRemedies).map(({ place, lines }) => (
        <div key={lines.join()} className="flex flex-col gap-1.5">
          <p className="text-xs text-muted">
            <Say sentence={place} />
          </p>
          <CopyText lines={lines} />
        </div>
      ))}
      {remedyText !== undefined && host.remedies.length > 1 && (
        <p>
          <CopyButton text={remedyText} what={`all ${host.remedies.length} remedies`} />
        </p>
      )}
    </section>
  )
}

function Sentences({
  title,
  sentences,
}: {
  readonly title: string
  readonly sentences: readonly Sentence[]
}) {
  if (sentences.length === 0) return null
  return (
    <section aria-label={title} className="panel px-4 py-3.5">
      <h2 className="font-semibold">{title}</h2>
      <ul className="mt-1.5 flex flex-col gap-0.5 text-muted">
        {sentences.map((sentence, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: one line a fact, in their order
          <li key={i}>
            <Say sentence={sentence} />
          </li>
        ))}
      </ul>
    </section>
  )
}
