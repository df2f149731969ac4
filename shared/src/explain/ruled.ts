import type { Ruled } from '../divergence/ruled.ts'
import { type Sentence, say } from './sentence.ts'

/** Since when a release does so and why, and until when. */
export function explainRule({ brought, mended }: Ruled): readonly Sentence[] {
  return [
    ...(brought ? [[...say`Since ${{ release: brought.since }}: `, brought.note]] : []),
    mended
      ? [...say`Mended in ${{ release: mended.name }} (${{ code: mended.since }}): `, mended.note]
      : say`No release mends it.`,
  ]
}
