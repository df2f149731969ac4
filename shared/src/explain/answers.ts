import type { StepAnswers } from '../planner/answers.ts'
import type { Words } from '../reality/refusal.ts'
import { type Sentence, say } from './sentence.ts'

const both: Readonly<Record<string, string>> = {
  'yes yes': 'both books agree: yes',
  'yes no': 'passes Nova, fails on the host',
  'yes retried': 'runs after a retry',
  'yes at risk': 'passes Nova, the host starts it at risk',
  'yes altered': 'passes Nova, does not run as asked',
  'no at risk': 'refused by Nova, the host would start it at risk',
  'no altered': 'refused by Nova',
  'yes unknown': 'passes Nova, the host cannot be told',
  'yes none': 'passes Nova',
  'no none': 'refused by Nova',
  'no yes': 'refused by Nova, the host could',
  'no no': 'both books refuse',
  'no unknown': 'refused by Nova',
  'unaware yes': 'the host changes, Nova is not told',
  'unaware no': 'the host does not have them',
  'yes unaware': 'Nova is told, the host does not change',
  'none none': 'cannot be tried',
}

/** What both books say of a step, as its heading. */
export const nameAnswers = ({ nova, host }: StepAnswers): Sentence => [
  both[`${nova ?? 'none'} ${host ?? 'none'}`] ?? 'what would happen is not known',
]

/** Where every release from one to another answers alike. */
export const explainAlike = (first: string, last: string): Sentence =>
  say`Every release from ${{ release: first }} to ${{ release: last }} says the same.`

/** Where words of a log were seen. */
export const explainSeen = ({ seenWith }: Words): Sentence =>
  say`As ${seenWith} says it; others may word it differently.`

/** Of a guest whose cells Nova writes in another unit than libvirt reads. */
export const explainMisread: Sentence = say`Nova writes the cells in MiB; libvirt reads KiB.`

/** Where nothing that was tried turns a step. */
export const explainNoFit: Sentence = say`No single change that was tried makes it work.`
