import {
  cloudOf,
  diverge,
  novaBookOf,
  type Release,
  readFiles,
  realityOf,
  type Snapshot,
} from '@headroom/shared'
import { novaRows } from '@headroom/shared/testing'
import { middle, type Target, timed } from './target.ts'

const rounds = Array.from({ length: 3 }, (_, round) => round)

/** Milliseconds to both books of every host, and then to all that is wrong with them. */
function opened(snapshot: Snapshot, release: Release): { readonly books: number; readonly wrong: number } {
  // Hosts and guests that nothing is known of yet.
  const cloud = cloudOf(
    { ...snapshot, hosts: snapshot.hosts.map((host) => ({ ...host })), guests: [...snapshot.guests] },
    release,
  )
  const books = timed(() => {
    for (const { id } of snapshot.hosts) {
      novaBookOf(cloud, id)
      realityOf(cloud, id)
    }
  })
  return { books, wrong: timed(() => diverge(cloud)) }
}

/** Opening a cloud and comparing its books, ten times as large: no more than it grows. */
export function bookTargets(small: Snapshot, large: Snapshot, release: Release): readonly Target[] {
  opened(small, release)
  const pairs = rounds.map(() => [opened(small, release), opened(large, release)] as const)
  const grown = (name: string, of: 'books' | 'wrong'): Target => {
    const [few, many] = [middle(pairs.map(([one]) => one[of])), middle(pairs.map(([, one]) => one[of]))]
    return {
      name: `${name}, to ${small.hosts.length}`,
      measured: many / few,
      bound: { atMost: 11 },
      unit: '×',
      of: `${Math.round(many)} ms, ${Math.round(few)} ms`,
    }
  }
  const size = `${large.hosts.length} hosts and ${large.guests.length} guests`
  return [
    grown(`both books of ${size}`, 'books'),
    grown(`all that is wrong with ${size}, their books known`, 'wrong'),
  ]
}

/** Evidence as an operator has it, to a snapshot. */
export function readingTold(snapshot: Snapshot, release: Release): string {
  const text = novaRows(snapshot, release)
  const megabytes = text.length / 1e6
  const json = middle(rounds.map(() => timed(() => JSON.parse(text))))
  const read = middle(rounds.map(() => timed(() => readFiles([{ name: 'rows.json', text }]))))
  const of = `${megabytes.toFixed(1)} MB of Nova’s rows, ${snapshot.hosts.length} hosts`
  return `${(read / megabytes).toFixed(1)} ms a MB to read evidence into a snapshot, ${(read / json).toFixed(1)} times JSON.parse (${of})`
}
