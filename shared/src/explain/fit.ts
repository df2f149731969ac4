import type { FitChange } from '../planner/what-would-fit.ts'
import { releaseById } from '../releases/index.ts'
import { type Sentence, say } from './sentence.ts'

/** What would turn a step, as one line: what to change, and by how much. */
export function explainFit(change: FitChange): Sentence {
  switch (change.kind) {
    case 'reserve-less':
      return say`Keep back ${{ pages: change.pages, size: change.size }} fewer on ${{ host: change.host }}, cell ${{ count: change.cell }} (${{ code: 'reserved_huge_pages' }}).`
    case 'reserve-more':
      return say`Keep back ${{ pages: change.pages, size: change.size }} more on ${{ host: change.host }}, cell ${{ count: change.cell }} (${{ code: 'reserved_huge_pages' }}): Nova then goes elsewhere.`
    case 'process-gives':
      return say`${change.by} gives back ${{ pages: change.pages, size: change.size }} on ${{ host: change.host }}, node ${{ count: change.cell }}.`
    case 'more-pages':
      return say`${{ host: change.host }} boots with ${{ pages: change.pages, size: change.size }} more on node ${{ count: change.cell }}.`
    case 'guest-leaves':
      return say`${{ guest: change.guest, name: change.guest }} leaves ${{ host: change.host }}.`
    case 'ratio':
      return say`Raise ${{ code: `${change.of}_allocation_ratio` }} on ${{ host: change.host }} from ${{ ratio: change.from }} to ${{ ratio: change.to }}.`
    case 'service':
      return change.state === 'enabled'
        ? say`Enable the compute service of ${{ host: change.host }}.`
        : say`Bring up the compute service of ${{ host: change.host }}.`
    case 'filter-off':
      return say`Leave ${{ code: change.filter }} out of ${{ code: 'enabled_filters' }}.`
    case 'another-flavor':
      return say`Ask for ${{ code: change.flavor }}: as many vCPUs, as much memory.`
    case 'release':
      return say`Run ${{ release: releaseById(change.release)?.name ?? change.release }}.`
  }
}
