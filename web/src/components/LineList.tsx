import { figure } from '@headroom/shared'
import { useState } from 'react'
import { Button } from './Button.tsx'
import type { Line } from './lines.ts'
import { Figure } from './Quantity.tsx'
import { Say } from './Say.tsx'

/** More lines than this fold, one press away. */
const most = 8

/** What a number is the sum of, line by line. */
export function LineList({ title, lines }: { readonly title: string; readonly lines: readonly Line[] }) {
  const [all, setAll] = useState(false)
  const shown = all ? lines : lines.slice(0, most)
  return (
    <section aria-label={title} className="min-w-0">
      <p className="text-xs font-semibold text-muted">{title}</p>
      {lines.length === 0 ? (
        <p className="text-xs text-muted">nothing</p>
      ) : (
        <ul className="mt-0.5 text-xs">
          {shown.map(({ who, note, amount, is }, i) => (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: lines of one sum, in its order
              key={i}
              className="flex justify-between gap-4 border-t border-line py-1 text-left first:border-t-0"
            >
              <span className="min-w-0 break-words">
                <Say sentence={who} />
                {note && <span className="text-muted"> {note}</span>}
              </span>
              {is ? (
                <span className="shrink-0 [&_b]:font-normal">
                  <Say sentence={[is]} />
                </span>
              ) : (
                <Figure of={amount} />
              )}
            </li>
          ))}
        </ul>
      )}
      {shown.length < lines.length && (
        <Button look="quiet" onPress={() => setAll(true)}>
          Show all {figure(lines.length)}
        </Button>
      )}
    </section>
  )
}
