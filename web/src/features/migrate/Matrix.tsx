import { figure } from '@headroom/shared'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useDesk } from '../../api/desk.tsx'
import { useLong } from '../../api/use-long.ts'
import { buttonClass } from '../../components/Button.tsx'
import { type Column, DataTable } from '../../components/DataTable.tsx'
import { Figure } from '../../components/Quantity.tsx'
import { Say } from '../../components/Say.tsx'
import { Failure } from '../../components/States.tsx'
import { Working } from '../../components/Working.tsx'
import type { CloudAsk } from '../../worker/desk.ts'
import type { DestinationRow, GuestRow } from './view-model.ts'

const route = getRouteApi('/migrate')

/** The guests of a host against every other host, gate by gate. */
export function Matrix({ cloud, host }: { readonly cloud: CloudAsk; readonly host: string }) {
  const desk = useDesk()
  const { guest } = route.useSearch()
  const answer = useLong(['matrix', cloud, host], (tell) => desk.matrix(cloud, host, tell))
  const { data, error } = answer
  if (error && !answer.isStopped)
    return <Failure what="What the gates say cannot be told." error={error} again={answer.again} />
  if (!data) return <Working what={`Asking every gate of every guest of ${host}`} many="guests" {...answer} />
  const shown = data.guests.find((one) => one.guest === guest)
  return (
    <>
      <DataTable
        title={`Guests of ${host} against every other host`}
        columns={columns}
        rows={data.guests}
        idOf={(row) => row.guest}
      >
        <p className="mt-2">
          <a
            href={`data:text/csv;charset=utf-8,${encodeURIComponent(data.csv)}`}
            download={`migrate-${host}.csv`}
            className={buttonClass()}
          >
            Export as CSV
          </a>
        </p>
      </DataTable>
      {shown && (
        <>
          {shown.reasons.length > 0 && (
            <DataTable
              title={`Why hosts do not take ${shown.name}`}
              columns={[
                { name: 'Gate', of: ({ gate }) => <Say sentence={gate} /> },
                { name: 'Hosts', right: true, of: ({ hosts }) => <Figure of={hosts} /> },
                { name: 'For example', wide: true, of: ({ example }) => <Say sentence={example} /> },
              ]}
              rows={shown.reasons}
              idOf={(_, index) => `${index}`}
            />
          )}
          <DataTable
            title={`Destinations of ${shown.name}`}
            columns={destinationColumns}
            rows={shown.destinations}
            idOf={(row) => row.host}
          />
        </>
      )}
    </>
  )
}

const count = (
  name: GuestRow['counts'] extends Readonly<Record<infer Taken, number>> ? Taken : never,
): Column<GuestRow> => ({
  name: name === 'not known' ? 'Not known' : `Taken ${name}`,
  right: true,
  of: ({ counts }) => (
    <span
      className={`figure ${name === 'by Nova alone' && counts[name] > 0 ? 'font-semibold text-bad' : ''}`}
    >
      {figure(counts[name])}
    </span>
  ),
})

const columns: readonly Column<GuestRow>[] = [
  {
    name: 'Guest',
    of: ({ guest, name }) => (
      <Link to="/migrate" search={(before) => ({ ...before, guest })} className="link">
        {name}
      </Link>
    ),
  },
  { name: 'Flavor', of: ({ flavor }) => <code>{flavor}</code> },
  count('by both'),
  count('by Nova alone'),
  count('by the host alone'),
  count('by neither'),
  count('not known'),
  { name: 'Booting differs', right: true, of: ({ disagree }) => <Figure of={disagree} /> },
]

const destinationColumns: readonly Column<DestinationRow>[] = [
  {
    name: 'Host',
    of: ({ host }) => (
      <Link to="/hosts/$host" params={{ host }} className="link">
        {host}
      </Link>
    ),
  },
  {
    name: 'Taken',
    of: ({ taken, disagree }) => (
      <>
        {taken}
        {disagree && <b className="text-warn"> · booting differs</b>}
      </>
    ),
  },
  {
    name: 'Gates',
    wide: true,
    of: ({ gates }) => (
      <ul>
        {gates.map(({ name, asked, says }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: gates stand in their order
          <li key={index} className={asked ? '' : 'text-muted'}>
            <Say sentence={name} />
            {asked ? ': ' : ' (not asked): '}
            <Say sentence={says} />
          </li>
        ))}
      </ul>
    ),
  },
]
