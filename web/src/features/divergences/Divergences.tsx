import { figure } from '@headroom/shared'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useDesk } from '../../api/desk.tsx'
import { cloudQuery, divergencesQuery } from '../../api/queries.ts'
import { ageOf, useNow } from '../../components/age.ts'
import { Button } from '../../components/Button.tsx'
import { NoCloud } from '../../components/NoCloud.tsx'
import { Opening } from '../../components/Opening.tsx'
import { Page } from '../../components/Page.tsx'
import { Pill } from '../../components/Pill.tsx'
import { Quantified, roughly } from '../../components/Quantity.tsx'
import { ReleasePicker } from '../../components/ReleasePicker.tsx'
import { Failure } from '../../components/States.tsx'
import { saveFile } from '../../components/save-file.ts'
import { useCloud } from '../../url/use-cloud.ts'
import type { CloudAsk, CloudView } from '../../worker/desk.ts'
import { DivergenceFilter } from './DivergenceFilter.tsx'
import { DivergenceList } from './DivergenceList.tsx'
import type { Apart, DivergenceQuery, DivergencesView } from './view-model.ts'

const route = getRouteApi('/divergences')

export function Divergences() {
  const cloud = useCloud()
  return cloud ? (
    <OpenDivergences ask={cloud} />
  ) : (
    <Page title="Divergences">
      <NoCloud>to see where its books disagree.</NoCloud>
    </Page>
  )
}

function OpenDivergences({ ask }: { readonly ask: CloudAsk }) {
  const desk = useDesk()
  const { filter, kind, cause, host, place, sort, group, tolerance } = route.useSearch()
  const query: DivergenceQuery = { filter, kind, cause, host, place, sort: sort ?? 'worst', group, tolerance }
  const cloud = useQuery(cloudQuery(desk, ask))
  const view = useQuery(divergencesQuery(desk, ask, query))
  const error = cloud.error ?? view.error
  if (error)
    return (
      <Page title="Divergences">
        <Failure
          what="This cloud cannot be compared."
          error={error}
          again={() => void Promise.all([cloud.refetch(), view.refetch()])}
        />
      </Page>
    )
  if (!cloud.data || !view.data)
    return (
      <Page title="Divergences">
        <Opening snapshot={ask.snapshot} />
      </Page>
    )
  return <Compared ask={ask} query={query} cloud={cloud.data} view={view.data} />
}

interface ComparedProps {
  readonly ask: CloudAsk
  readonly query: DivergenceQuery
  readonly cloud: CloudView
  readonly view: DivergencesView
}

function Compared({ ask, query, cloud, view }: ComparedProps) {
  return (
    <Page
      title="Divergences"
      facts={
        <>
          <Pill>
            <Quantified of={view.all} one="divergence" many="divergences" />
          </Pill>
          <Pill>
            <Quantified of={view.hosts} one="host" many="hosts" />
          </Pill>
          <ReleasePicker cloud={cloud} />
        </>
      }
      actions={view.mended > 0 && <TakeRemedies ask={ask} query={query} view={view} />}
    >
      <p className={`max-w-[110ch] text-base font-semibold ${view.phantom > 0 ? 'text-bad' : ''}`}>
        {headline(view)}
      </p>
      <DivergenceFilter query={query} view={view} />
      {view.all > 0 && <DivergenceList ask={ask} query={query} view={view} />}
      <SetApart cloud={cloud} apart={view.apart} />
    </Page>
  )
}

function headline({ all, phantom, hidden, others, apart }: DivergencesView): string {
  if (all === 0)
    return apart.length > 0
      ? 'No divergence is known; not everything could be compared.'
      : 'Both books agree everywhere.'
  const parts = [
    phantom > 0 && `Nova would promise ${roughly(phantom)} that the hosts do not have`,
    hidden > 0 && `${phantom > 0 ? '' : 'Nova '}will not use ${roughly(hidden)} that they have`,
  ].filter((part) => part !== false)
  const other = parts.length > 0 ? ' other' : ''
  const more =
    others === 1 ? `1${other} thing does not agree` : `${figure(others)}${other} things do not agree`
  return [parts.length > 0 && `${parts.join(', and ')}.`, others > 0 && `${more}.`].filter(Boolean).join(' ')
}

/** All that mends what is listed: copied, or as one archive with a file a host. */
function TakeRemedies({ ask, query, view }: Omit<ComparedProps, 'cloud'>) {
  const desk = useDesk()
  const [state, setState] = useState('')
  const hosts = `${figure(view.mended)} ${view.mended === 1 ? 'host' : 'hosts'}`
  const tried = (work: Promise<string>) =>
    void work.then(setState, (error: unknown) =>
      setState(error instanceof Error ? error.message : String(error)),
    )
  const copy = async () => {
    const files = await desk.remedies(ask, query)
    await navigator.clipboard.writeText(files.map(({ text }) => text).join('\n'))
    return `Copied the remedies of ${hosts}.`
  }
  const save = async () => {
    saveFile('headroom-remedies.zip', 'application/zip', await desk.remedyArchive(ask, query))
    return `Saved the remedies of ${hosts}, a file each.`
  }
  return (
    <>
      <span role="status" className="self-center text-xs text-muted">
        {state}
      </span>
      <Button onPress={() => tried(copy())}>Copy remedies of {hosts}</Button>
      <Button onPress={() => tried(save())}>As an archive</Button>
    </>
  )
}

const whys: Record<Apart['why'], string> = {
  'host not read': 'not read: only Nova’s book is known',
  'read too far apart': 'read too far apart: Nova’s row and the host are of different times',
  'no Nova row': 'without a row of Nova’s: only the host’s book is known',
  'holders not read': 'where nobody looked at who holds the pages: causes are guessed there',
}

/** What could not be compared, or is old: never counted as a divergence. */
function SetApart({ cloud, apart }: { readonly cloud: CloudView; readonly apart: readonly Apart[] }) {
  const now = useNow(cloud.asOf)
  const stale = cloud.sources.flatMap(({ kind, oldest }) => {
    const age = ageOf(oldest, now)
    return age?.stale ? [{ kind, ago: age.ago }] : []
  })
  if (apart.length === 0 && stale.length === 0) return null
  return (
    <section aria-labelledby="apart" className="panel px-4 py-3.5">
      <h2 id="apart" className="font-semibold">
        Not compared, or old
      </h2>
      <ul className="mt-1.5 flex flex-col gap-1 text-muted">
        {apart.map(({ why, hosts, names }) => (
          <li key={why}>
            <b className="text-ink">
              {figure(hosts)} {hosts === 1 ? 'host' : 'hosts'}
            </b>{' '}
            {whys[why]} (
            {names.map((host, i) => (
              <span key={host}>
                {i > 0 && ', '}
                <Link to="/hosts/$host" params={{ host }} className="link">
                  {host}
                </Link>
              </span>
            ))}
            {hosts > names.length && ', …'}).
          </li>
        ))}
        {stale.map(({ kind, ago }) => (
          <li key={kind} className="text-warn">
            {kind} was read {ago} at the oldest: what it says may no longer be so.
          </li>
        ))}
      </ul>
    </section>
  )
}
