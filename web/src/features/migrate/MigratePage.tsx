import { figure } from '@headroom/shared'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useDesk } from '../../api/desk.tsx'
import { useLong } from '../../api/use-long.ts'
import { buttonClass } from '../../components/Button.tsx'
import { DataTable } from '../../components/DataTable.tsx'
import { badColumn, guestsColumn, hostColumn } from '../../components/host-columns.tsx'
import { NoCloud } from '../../components/NoCloud.tsx'
import { Page } from '../../components/Page.tsx'
import { Failure } from '../../components/States.tsx'
import { Working } from '../../components/Working.tsx'
import { useCloud } from '../../url/use-cloud.ts'
import type { CloudAsk } from '../../worker/desk.ts'
import { Drain } from './Drain.tsx'
import { Matrix } from './Matrix.tsx'
import { hostsOf } from './view-model.ts'

const route = getRouteApi('/migrate')

export function MigratePage() {
  const cloud = useCloud()
  return (
    <Page title="Migrate">
      {cloud ? <Drains cloud={cloud} /> : <NoCloud>to empty a host of it on paper.</NoCloud>}
    </Page>
  )
}

function Drains({ cloud }: { readonly cloud: CloudAsk }) {
  const { host, after, matrix } = route.useSearch()
  return (
    <>
      {host !== undefined && <Drain key={`${host} ${after}`} cloud={cloud} host={host} />}
      {host !== undefined &&
        (matrix ? <Matrix key={`matrix ${host}`} cloud={cloud} host={host} /> : <AskMatrix host={host} />)}
      <Sweep cloud={cloud} />
    </>
  )
}

function AskMatrix({ host }: { readonly host: string }) {
  return (
    <section aria-label="Destinations" className="panel flex flex-wrap items-center gap-3 px-4 py-3.5">
      <p className="min-w-0 flex-1 basis-60">
        What does each gate say of each guest of {host} on every other host?
      </p>
      <Link to="/migrate" search={(before) => ({ ...before, matrix: true })} className={buttonClass()}>
        Ask every gate
      </Link>
    </section>
  )
}

function Sweep({ cloud }: { readonly cloud: CloudAsk }) {
  const desk = useDesk()
  const { host: chosen, after, downtime = 'never' } = route.useSearch()
  const answer = useLong(['sweep', cloud, downtime], (tell) => desk.drainSweep(cloud, downtime, tell))
  const { data, error } = answer
  if (error && !answer.isStopped)
    return <Failure what="Which hosts could be drained cannot be told." error={error} again={answer.again} />
  if (!data)
    return <Working what="Asking of each host whether it could be drained" many="hosts" {...answer} />
  return (
    <DataTable
      title="Could it be drained?"
      columns={[
        hostColumn('Host'),
        guestsColumn(),
        badColumn('Cannot go', ({ stays }: { readonly stays: number }) => stays),
        {
          name: 'First of them',
          wide: true,
          of: ({ why }) => why ?? <span className="text-muted">all can go</span>,
        },
        {
          name: 'Plan',
          of: ({ host }) => (
            <span className="flex flex-wrap gap-x-3">
              <Link
                to="/migrate"
                search={(before) => ({ ...before, host, after: undefined })}
                className="link"
              >
                Drain {host}
              </Link>
              {chosen !== undefined && !hostsOf(chosen, after).includes(host) && (
                <Link
                  to="/migrate"
                  search={(before) => ({ ...before, after: [...hostsOf(undefined, after), host].join() })}
                  className="link"
                >
                  Then {host}
                </Link>
              )}
            </span>
          ),
        },
      ]}
      rows={data.rows}
      idOf={({ host }) => host}
    >
      <p className="mt-1 text-muted">
        {figure(data.drainable)} of {figure(data.rows.length)} hosts can be emptied as the cloud is, each
        alone.
      </p>
    </DataTable>
  )
}
