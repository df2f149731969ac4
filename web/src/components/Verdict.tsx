import type { BookAnswer } from '@headroom/shared'

const signs: Record<BookAnswer, { readonly sign: string; readonly words: string; readonly tone: string }> = {
  yes: { sign: '✓', words: 'accepts', tone: 'text-ok border-ok' },
  no: { sign: '✗', words: 'refuses', tone: 'text-bad border-bad' },
  retried: { sign: '✓ on retry', words: 'accepts after a retry', tone: 'text-warn border-warn' },
  'at risk': { sign: 'at risk', words: 'starts it, and may not carry it', tone: 'text-warn border-warn' },
  altered: { sign: '≠ asked', words: 'starts it, not as asked', tone: 'text-bad border-bad' },
  unknown: { sign: '?', words: 'cannot be told', tone: 'text-muted border-muted border-dashed' },
  unaware: { sign: 'unaware', words: 'is not told', tone: 'text-warn border-warn' },
}

const chip = 'inline-flex rounded-md border px-1.5 py-0.5 text-xs font-semibold whitespace-nowrap'

/** What one book says, as a chip: the book, the answer, and a sign that does not need colour. */
export function VerdictChip({
  book,
  answer,
}: {
  readonly book: 'Nova' | 'host'
  readonly answer: BookAnswer
}) {
  const { sign, words, tone } = signs[answer]
  return (
    <span className={`${chip} ${tone}`}>
      <span aria-hidden="true">
        {book} {sign}
      </span>
      <span className="sr-only">
        {book === 'Nova' ? 'Nova' : 'the host'} {words}
      </span>
    </span>
  )
}

/** Two gates of Nova's answer otherwise. */
export const GatesChip = () => <span className={`${chip} border-warn text-warn`}>gates disagree</span>
