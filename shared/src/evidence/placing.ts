import type { PageHolder } from '../model/host.ts'
import { CellId, GuestId } from '../model/ids.ts'
import { PageSize, Pages } from '../units.ts'
import type { ProbeDocument } from './probe.ts'

type Found = Pick<PageHolder, 'kind' | 'name' | 'pid' | 'guest'> & {
  /** KiB per page; undefined where the size is not told. */
  readonly size: number | undefined
  readonly kib: number
}

/**
 * Holders whose node the probe could not read: files nobody maps, open descriptors, processes it was not let into. Such
 * pages are in use where pages are unseen: where only one node has such pages, they are there. Elsewhere they stay unseen.
 */
export function placed(probe: ProbeDocument): readonly PageHolder[] {
  const unseen = probe.unseen.map((one) => ({ ...one }))
  return [...filesIn(probe), ...openIn(probe), ...processesIn(probe)].flatMap((found): PageHolder[] => {
    const open = unseen.filter(({ pages, size_kib }) => pages > 0 && (found.size ?? size_kib) === size_kib)
    const [only, ...others] = open
    if (!only || others.length > 0) return []
    const pages = found.kib / only.size_kib
    if (!Number.isInteger(pages) || pages === 0 || pages > only.pages) return []
    only.pages -= pages
    const { kind, name, pid, guest } = found
    return [
      {
        kind,
        name,
        pid,
        guest,
        node: CellId(only.node),
        size: PageSize(only.size_kib),
        pages: Pages(pages),
        shared: Pages(0),
      },
    ]
  })
}

const filesIn = ({ files }: ProbeDocument): readonly Found[] =>
  files.map(({ path, size_kib, pages }) => ({
    kind: 'file',
    name: path,
    pid: undefined,
    guest: undefined,
    size: size_kib,
    kib: pages * size_kib,
  }))

const openIn = ({ open_files }: ProbeDocument): readonly Found[] =>
  open_files.flatMap(({ pid, command, size_kib, pages }) =>
    size_kib === null || pages === null
      ? []
      : [{ kind: 'process', name: command, pid, guest: undefined, size: size_kib, kib: pages * size_kib }],
  )

/** What such a process holds is told for all sizes together. */
const processesIn = ({ unplaced }: ProbeDocument): readonly Found[] =>
  unplaced.map(({ pid, command, guest, guest_name, hugetlb_kib }) => ({
    kind: guest === null ? 'process' : 'guest',
    name: guest_name ?? command,
    pid,
    guest: guest === null ? undefined : GuestId(guest),
    size: undefined,
    kib: hugetlb_kib,
  }))
