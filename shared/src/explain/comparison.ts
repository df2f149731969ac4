import type { GuestId } from '../model/ids.ts'
import type { ComparedStep, Parting } from '../planner/compare-plans.ts'
import { explainAction } from './action.ts'
import { nameReason } from './reason.ts'
import { explainRefusal } from './refusal.ts'
import { explainRejection } from './rejection.ts'
import { plain, type Sentence, say } from './sentence.ts'

/** How two plans answer one step: nothing where they answer alike. */
export function explainCompared(step: ComparedStep): readonly Sentence[] {
  if (step.kind === 'both') return step.partings.map(explainParting)
  const which = step.of === 0 ? say`Only the first plan: ` : say`Only the second plan: `
  return [[...which, ...explainAction(step.step.action), '.']]
}

/** What the first says, then what the second says. */
export function explainParting(parting: Parting): Sentence {
  switch (parting.kind) {
    case 'works':
      return parting.works[0]
        ? say`It works by the first and not by the second.`
        : say`It works by the second and not by the first.`
    case 'host': {
      const [first, second] = parting.hosts.map(
        (host): Sentence => (host === undefined ? say`on no host` : say`on ${{ host }}`),
      )
      return ends(parting.guest, first, second)
    }
    case 'cells': {
      const [first, second] = parting.cells.map(
        (cells): Sentence =>
          cells.length === 0 ? say`on no cell` : say`on cell ${{ code: cells.join(', ') }}`,
      )
      return ends(parting.guest, first, second)
    }
    case 'objection': {
      const [first, second] = parting.objections.map(
        (one): Sentence =>
          one
            ? [...say`${{ code: one.by }} refuses: `, ...explainRejection(one.reason)]
            : say`Nova accepts it.`,
      )
      return beside(say`${{ host: parting.host }}`, first, second)
    }
    case 'refusal': {
      const [first, second] = parting.refusals.map(
        (one): Sentence => (one ? explainRefusal(one) : say`nothing against it.`),
      )
      return beside(say`${{ host: parting.host }} itself`, first, second)
    }
    case 'numbers':
      return say`The same answer with other numbers.`
  }
}

/**
 * What kind of parting it is, without the host and its numbers: of ten thousand hosts that part alike one is told.
 * Partings with the same key are alike.
 */
export function partingKey(parting: Parting): string {
  switch (parting.kind) {
    case 'objection':
      return parting.objections
        .map((one) => (one ? `${one.by} ${plain(nameReason(one.reason))}` : ''))
        .join(' / ')
    case 'refusal':
      return parting.refusals.map((one) => one?.kind ?? '').join(' / ')
    case 'cells':
      return `cells ${parting.cells.map((cells) => cells.join()).join(' / ')}`
    case 'host':
      return `host ${parting.hosts.join(' / ')}`
    case 'works':
    case 'numbers':
      return parting.kind
  }
}

type Said = Sentence | undefined

/** `vm-1 ends on no host by the first, on compute-07 by the second.` */
const ends = (guest: GuestId | undefined, first: Said = [], second: Said = []): Sentence => [
  ...(guest === undefined ? say`The guest ends ` : say`${{ guest, name: guest }} ends `),
  ...first,
  ' by the first, ',
  ...second,
  ' by the second.',
]

/** What each says is a sentence of its own. */
const beside = (of: Sentence, first: Said = [], second: Said = []): Sentence => [
  ...of,
  ', by the first: ',
  ...first,
  ' By the second: ',
  ...second,
]
