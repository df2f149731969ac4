import type { PoolDivergence, Remedy, Suspect } from '../divergence/divergence.ts'
import type { PoolHolder } from '../reality/reality.ts'
import { minus, type PageSize, Pages } from '../units.ts'
import type { Explanation } from './explanation.ts'
import { explainHolder, listed } from './holder.ts'
import { type Sentence, say } from './sentence.ts'

/** Where and by how much the two books of one pool disagree, who explains it, and both sums. */
export function explainDivergence(one: PoolDivergence): Explanation {
  const { nova, kernel, size, suspects } = one
  return {
    headline: [...say`Cell ${{ count: one.cell }}: `, ...claim(one), '.'],
    details: [
      ...suspects.map((suspect) => explainSuspect(suspect, size)),
      say`Nova counts ${{ count: nova.total }} − ${{ count: nova.used }} used − ${{ count: nova.reserved }} reserved = ${{ pages: nova.free, size }} free; the kernel has ${{ count: kernel.free }} of ${{ count: kernel.total }} free.`,
      ...(suspects.length > 0 ? [] : [say`What explains the difference is not known.`]),
    ],
  }
}

function claim({ kind, expected, observed, size, suspects }: PoolDivergence): Sentence {
  switch (kind) {
    case 'phantom-capacity': {
      const pages = minus(expected, observed)
      const [suspect] = suspects
      return [
        ...say`Nova would promise ${{ pages, size }} that `,
        ...(suspect ? whose(suspect) : say`are not there`),
      ]
    }
    case 'hidden-capacity':
      return say`${{ pages: minus(observed, expected), size }} are free that Nova will not use`
  }
}

/** The relative clause of `pages that …`. */
function whose(suspect: Suspect): Sentence {
  switch (suspect.kind) {
    case 'unlisted-consumer':
      return holderClause(suspect.holders)
    case 'pool-resized':
      return say`the kernel’s pool no longer has`
    case 'guest-holds-otherwise':
      return say`a guest booked otherwise holds`
    case 'reserved-too-much':
    case 'guest-not-running':
    case 'booked-not-held':
    case 'stored-beyond-guests':
    case 'overbooked':
    case 'another-release':
    case 'counted-twice':
      return say`are not there`
  }
}

function holderClause(holders: readonly PoolHolder[]): Sentence {
  if (holders.every(({ kind }) => kind === 'unseen')) return say`nobody visible holds`
  if (holders.length > 1) return say`others hold`
  switch (holders[0]?.kind) {
    case 'process':
      return say`another process holds`
    case 'file':
      return say`a file holds`
    case 'guest':
      return say`a guest holds that Nova does not list`
    case 'unseen':
    case undefined:
      return say`nobody visible holds`
  }
}

/** What would explain the difference exactly. */
export function explainSuspect(suspect: Suspect, size: PageSize): Sentence {
  switch (suspect.kind) {
    case 'unlisted-consumer':
      return [
        ...listed(suspect.holders.map((holder) => explainHolder(holder, size))),
        '; Nova does not know.',
      ]
    case 'reserved-too-much':
      return say`${{ code: 'reserved_huge_pages' }} keeps ${{ pages: suspect.reserved, size }} back; others hold ${{ count: suspect.held }}.`
    case 'pool-resized':
      return say`Nova still counts a pool of ${{ pages: suspect.booked, size }}; the kernel’s has ${{ count: suspect.now }} now. nova-compute reads it when it starts.`
    case 'guest-not-running':
      return say`Guest ${{ guest: suspect.guest, name: suspect.name }} is booked with ${{ pages: suspect.pages, size }} and does not run.`
    case 'guest-holds-otherwise':
      return say`Guest ${{ guest: suspect.guest, name: suspect.name }} holds ${{ pages: suspect.held, size }} here and is booked with ${{ count: suspect.booked }}.`
    case 'booked-not-held':
      return say`Guests are booked with ${{ pages: suspect.booked, size }}; no more than ${{ count: suspect.held }} are in use.`
    case 'stored-beyond-guests':
      return suspect.amount > 0
        ? say`Nova’s row has ${{ pages: Pages(suspect.amount), size }} in use that no listed guest is booked with.`
        : say`Nova’s row has ${{ pages: Pages(-suspect.amount), size }} less in use than its guests are booked with.`
    case 'overbooked':
      return say`${{ pages: Pages(suspect.by), size }} more are booked or reserved than Nova counts.`
    case 'another-release':
      return say`Counted as ${{ release: suspect.release }} does, the books agree.`
    case 'counted-twice':
      return say`Guest ${{ guest: suspect.guest, name: suspect.name }} is on the move and counted at both ends.`
  }
}

/** Where the remedy's lines go, and when they work. */
export function explainRemedy({ file, since, section }: Remedy): Sentence {
  const place = places[file]
  const part = section === undefined ? [] : say`, section ${{ code: `[${section}]` }}`
  return since === undefined
    ? [...place, ...part, ':']
    : [...place, ...part, ...say`, since ${{ release: since }}:`]
}

const places: Readonly<Record<Remedy['file'], Sentence>> = {
  'nova.conf': say`In ${{ code: 'nova.conf' }} of the compute`,
  shell: say`On the host`,
  openstack: say`With the credentials of the cloud’s operator`,
  release: say`Upgrade to`,
}
