import {
  type Entry,
  type Held,
  type NodePool,
  nameHolder,
  type PoolHolder,
  type Sentence,
  type Word,
} from '@headroom/shared'

/** One line that a number is the sum of. */
export interface Line {
  readonly who: Sentence
  readonly note: string | undefined
  readonly amount: number
  /** The amount with its unit, where the list does not say it. */
  readonly is?: Word
}

const roles = { running: undefined, incoming: 'on its way here', outgoing: 'on its way from here' } as const

const nameConsumer = ({ consumer }: Entry): Sentence => {
  switch (consumer.kind) {
    case 'guest':
      return [{ guest: consumer.guest, name: consumer.name }]
    case 'reserved':
      return [{ code: consumer.option }]
    case 'stored':
      return ['in ', { code: consumer.column }, ', of no listed guest']
  }
}

/** Who stands behind a number of Nova's book: guests with their role, what is reserved, what no guest explains. */
export const entryLines = (
  entries: readonly Entry[],
  inUnit: (amount: number) => { readonly is?: Word } = () => ({}),
): readonly Line[] =>
  entries.map((entry) => ({
    ...inUnit(entry.amount),
    who: nameConsumer(entry),
    note:
      [
        entry.consumer.kind === 'guest' ? roles[entry.consumer.role] : undefined,
        entry.rule && `by the rule ${entry.rule}`,
      ]
        .filter((one) => one !== undefined)
        .join(', ') || undefined,
    amount: entry.amount,
  }))

export type HolderOf = 'nova' | 'third party' | 'unseen'

/** Whether Nova has the holder: a guest it lists, somebody else, or nobody who could be seen. */
export const holderOf = (holder: PoolHolder, { others }: Held): HolderOf =>
  holder.kind === 'unseen' ? 'unseen' : others.includes(holder) ? 'third party' : 'nova'

/** Who holds pages of the kernel's pool; none where nobody looked. */
export const holderLines = (
  kernel: NodePool | undefined,
  held: Held,
  of: readonly HolderOf[],
): readonly Line[] =>
  kernel?.holdersRead
    ? kernel.holders
        .filter((holder) => of.includes(holderOf(holder, held)))
        .map((holder) => ({ who: nameHolder(holder), note: undefined, amount: holder.pages }))
    : []
