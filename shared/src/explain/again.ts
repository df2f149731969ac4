import { isNonEmpty } from '../collections.ts'
import type { GuestInTime, Life, NodePages, StartStorm } from '../reality/again.ts'
import { listed } from './holder.ts'
import { type Sentence, say } from './sentence.ts'

/** What a guest's state makes of its memory on the host. */
export function explainLife(life: Life): Sentence {
  switch (life) {
    case 'runs':
      return say`runs: its pages are taken`
    case 'off':
      return say`is off: its pages are anybody’s until it starts again`
    case 'saved':
      return say`is suspended: its memory is in a file, its pages are anybody’s until it resumes`
    case 'gone':
      return say`is not on the host any more`
    case 'changing':
      return say`is changing state`
    case 'unknown':
      return say`is in a state that does not say whether it runs`
  }
}

const pagesListed = (all: readonly NodePages[]): Sentence =>
  isNonEmpty(all)
    ? listed(all.map(({ node, size, pages }) => say`${{ pages, size }} on node ${{ count: node }}`))
    : say`no huge pages`

/** What Nova counts for a guest, what it holds, and what it takes when it starts again. */
export function explainInTime(one: GuestInTime): Sentence {
  const { guest, name, life, counted, holds, takes } = one
  const counts = counted.length > 0 ? say`Nova counts it` : say`Nova does not count it`
  const held =
    holds === undefined ? say`what it holds was not read` : [...say`it holds `, ...pagesListed(holds)]
  const again =
    takes === undefined || life === 'runs'
      ? []
      : [...say`; it takes `, ...pagesListed(takes), ' to start again']
  return [...say`${{ guest, name }} `, ...explainLife(life), '. ', ...counts, '; ', ...held, ...again, '.']
}

/** How many of those asleep start, and which pools are short of them. */
export function explainStorm({ order, started, left, short }: StartStorm): Sentence {
  const first = say`Started ${order}, ${{ count: started }} of ${{ count: started + left }} run`
  if (!isNonEmpty(short)) return [...first, '.']
  const missing = short.map(
    ({ node, size, pages, free }) =>
      say`node ${{ count: node }} has ${{ count: free }} of the ${{ pages, size }} they want together`,
  )
  return [...first, ': ', ...listed(missing), '.']
}
