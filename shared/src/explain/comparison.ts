import type { GuestId } from '../model/ids.ts'
import type { ComparedStep, Parting } from '../planner/compare-plans.ts'
import { explainAction } from './action.ts'
import { listed } from './holder.ts'
import { explainRefusal } from './refusal.ts'
import { explainRejection } from './rejection.ts'
import { type Sentence, say } from './sentence.ts'

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
    case 'host':
      return [
        ...subject(parting.guest),
        ...beside(
          parting.hosts.map((host): Sentence => (host === undefined ? say`on no host` : say`on ${{ host }}`)),
        ),
      ]
    case 'cells':
      return [
        ...subject(parting.guest),
        ...beside(
          parting.cells.map(
            (cells): Sentence =>
              cells.length === 0 ? say`on no cell` : say`on cell ${{ code: cells.join(', ') }}`,
          ),
        ),
      ]
    case 'objection':
      return [
        ...say`${{ host: parting.host }}: `,
        ...beside(
          parting.objections.map(
            (one): Sentence =>
              one
                ? [...say`${{ code: one.by }} refuses: `, ...explainRejection(one.reason)]
                : say`Nova accepts it.`,
          ),
        ),
      ]
    case 'refusal':
      return [
        ...say`${{ host: parting.host }} itself: `,
        ...beside(
          parting.refusals.map((one): Sentence => (one ? explainRefusal(one) : say`nothing against it.`)),
        ),
      ]
    case 'numbers':
      return say`The same answer with other numbers.`
  }
}

const subject = (guest: GuestId | undefined): Sentence =>
  guest === undefined ? say`The guest ends ` : say`${{ guest, name: guest }} ends `

const beside = (two: readonly Sentence[]): Sentence =>
  listed(two.map((one, at): Sentence => (at === 0 ? one : [...say`by the second `, ...one])))
