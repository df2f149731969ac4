import type { PoolHolder } from '../reality/reality.ts'
import type { PageSize } from '../units.ts'
import { type Sentence, say } from './sentence.ts'

/** `ovs-vswitchd (pid 2417)`; a sentence's subject. */
export function nameHolder(holder: PoolHolder): Sentence {
  switch (holder.kind) {
    case 'guest':
      return say`guest ${{ guest: holder.guest, name: holder.name }}`
    case 'process':
      return holder.pid === undefined ? [holder.name] : say`${holder.name} (pid ${`${holder.pid}`})`
    case 'file':
      return say`file ${{ code: holder.name }}`
    case 'unseen':
      return say`nobody that could be seen`
  }
}

/** `ovs-vswitchd (pid 2417) holds 256 × 2 MiB`. */
export const explainHolder = (holder: PoolHolder, size: PageSize): Sentence => [
  ...nameHolder(holder),
  ...say` holds ${{ pages: holder.pages, size }}`,
]

/** Holders as a clause: `ovs-vswitchd holds 256 × 2 MiB, guest vm-1 holds …`. */
export const listed = (clauses: readonly Sentence[]): Sentence =>
  clauses.flatMap((clause, i) => (i === 0 ? clause : [', ', ...clause]))
