import { figure } from '@headroom/shared'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useDesk } from '../../api/desk.tsx'
import { storedQuery } from '../../api/queries.ts'
import { Button } from '../../components/Button.tsx'
import { Page } from '../../components/Page.tsx'
import { Failure } from '../../components/States.tsx'
import { dropped } from '../../worker/desk.ts'
import { BringFiles } from './BringFiles.tsx'
import { FileList } from './FileList.tsx'
import { ImportedHosts } from './ImportedHosts.tsx'
import { importedQuery } from './queries.ts'
import { StoredSnapshots } from './StoredSnapshots.tsx'
import { Unread } from './Unread.tsx'
import type { ImportView } from './view-model.ts'

/** Files in, hosts out: each file says what was understood of it and what was not. */
export function ImportPage() {
  const desk = useDesk()
  const queries = useQueryClient()
  const { data: imported, error, refetch } = useQuery(importedQuery(desk))

  /** Every answer about what was dropped is another now. */
  const changed = (view: ImportView | null) => {
    queries.removeQueries({ predicate: ({ queryKey }) => JSON.stringify(queryKey).includes(`"${dropped}"`) })
    queries.setQueryData(importedQuery(desk).queryKey, view)
  }
  const read = useMutation({
    mutationFn: (files: readonly File[]) => desk.readFiles(files),
    onSuccess: changed,
  })
  const forget = useMutation({ mutationFn: () => desk.forget(), onSuccess: () => changed(null) })
  const extend = useMutation({ mutationFn: (id: string) => desk.extend(id), onSuccess: changed })
  const store = useMutation({
    mutationFn: () => desk.store(),
    onSuccess: () => queries.invalidateQueries({ queryKey: storedQuery.queryKey }),
  })
  const failed = read.error ?? extend.error ?? store.error ?? error

  return (
    <Page
      title="Import"
      actions={
        imported && (
          <>
            <Button onPress={() => forget.mutate()}>Start over</Button>
            <Button onPress={() => store.mutate()} isDisabled={store.isPending || imported.hostsInAll === 0}>
              Save to the server
            </Button>
          </>
        )
      }
    >
      <p className="max-w-prose text-muted">
        Files are read in this page and go nowhere unless you save them. Each is recognised by what is in it;
        more files add to the same hosts. Domain XML alone is better{' '}
        <Link to="/inspect" className="link text-ink">
          inspected
        </Link>
        .
      </p>
      <BringFiles onFiles={(files) => read.mutate(files)} isReading={read.isPending} />
      {failed && <Failure what="That did not work." error={failed} again={() => void refetch()} />}
      <p role="status" className="sr-only">
        {read.isPending ? 'Reading files.' : imported ? summary(imported) : ''}
      </p>
      {store.data !== undefined && (
        <p className="text-ok">
          <b>Saved.</b>{' '}
          <Link to="/" search={{ snapshot: store.data, release: undefined }} className="link">
            Open the saved snapshot
          </Link>
          ; its address can be shared.
        </p>
      )}
      {imported && (
        <>
          <p className="max-w-prose text-base">
            <Headline imported={imported} />
          </p>
          <ImportedHosts imported={imported} />
          <FileList files={imported.files} />
          <Unread imported={imported} />
        </>
      )}
      <StoredSnapshots onExtend={(id) => extend.mutate(id)} />
    </Page>
  )
}

const counted = (n: number, one: string, many: string) => `${figure(n)} ${n === 1 ? one : many}`

function Headline({ imported: { files, hostsInAll } }: { readonly imported: ImportView }) {
  const unknown = files.filter(({ format }) => format === undefined).length
  const problems = files.reduce((all, file) => all + (file.format === undefined ? 0 : file.problemsInAll), 0)
  return (
    <>
      <b>
        {hostsInAll === 0
          ? 'No host is understood yet'
          : `${counted(hostsInAll, 'host is', 'hosts are')} understood`}
      </b>{' '}
      from {counted(files.length, 'file', 'files')}.
      {unknown > 0 && <b className="text-bad"> {counted(unknown, 'file is', 'files are')} not recognised.</b>}
      {problems > 0 &&
        ` ${counted(problems, 'problem stands', 'problems stand')} below, at ${problems === 1 ? 'its line' : 'their lines'}; the rest was read.`}
    </>
  )
}

const summary = ({ files, hostsInAll }: ImportView): string =>
  `${counted(files.length, 'file', 'files')} read, ${counted(hostsInAll, 'host', 'hosts')} understood.`
