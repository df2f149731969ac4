import { useState } from 'react'
import { Button } from './Button.tsx'

/** Lines to paste, with a button that copies them. */
export function CopyText({
  lines,
  note,
}: {
  readonly lines: readonly string[]
  readonly note?: string | undefined
}) {
  const [copied, setCopied] = useState<'no' | 'yes' | 'refused'>('no')
  const copy = () =>
    navigator.clipboard.writeText(`${lines.join('\n')}\n`).then(
      () => setCopied('yes'),
      () => setCopied('refused'),
    )
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 rounded-lg border border-line bg-soft px-3 py-2">
      <pre className="min-w-0 flex-1 font-mono text-xs break-all whitespace-pre-wrap">{lines.join('\n')}</pre>
      <span className="flex items-center gap-2 text-xs text-muted">
        {note}
        <Button onPress={copy}>
          {{ no: 'Copy', yes: 'Copied', refused: 'Select and copy by hand' }[copied]}
        </Button>
      </span>
    </div>
  )
}
