import type { Cause, Divergence } from '../divergence/detectors.ts'
import type { Finding, Resource } from '../divergence/finding.ts'
import { KiB, Pages } from '../units.ts'
import type { Sentence, Word } from './sentence.ts'

/** The divergences that have this cause. */
type Of<C extends Cause> = Divergence extends infer One
  ? One extends Finding<infer Known>
    ? C extends Known
      ? One
      : never
    : never
  : never

/** What is said of each cause. */
export type Headlines = { readonly [C in Cause]: (one: Of<C>) => Sentence }

/** An amount in the resource’s unit. */
export function amountOf(resource: Resource, amount: number): Word {
  switch (resource.of) {
    case 'pages':
      return { pages: Pages(amount), size: resource.size }
    case 'memory':
      return { memory: KiB(amount) }
    case 'vcpus':
      return counted(amount, 'vCPU')
    case 'cpus':
      return counted(amount, 'CPU')
    case 'disk':
      return { count: amount, of: 'GB' }
    case 'guests':
      return counted(amount, 'guest')
    case 'cells':
      return counted(amount, 'cell')
    case 'hosts':
      return counted(amount, 'host')
    case 'ratio':
      return { ratio: amount }
    case 'time':
      return { count: amount, of: 's' }
  }
}

/** What the one says, and what the other has. */
export const expectedIn = ({ resource, expected }: Finding): Word => amountOf(resource, expected?.amount ?? 0)
export const observedIn = ({ resource, observed }: Finding): Word => amountOf(resource, observed?.amount ?? 0)

/** `1 CPU`, `2 CPUs`. */
export const counted = (count: number, one: string): Word => ({
  count,
  of: count === 1 ? one : `${one}s`,
})
