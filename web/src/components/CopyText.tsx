import { useState } from 'react'
import { Button } from './Button.tsx'

/** Copies a text, and says whether the browser let it. */
export function CopyButton({ text, what }: { readonly text: string; readonly what?: string }) {
  const [copied, setCopied] = useState<'no' | 'yes' | 'refused'>('no')
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied('yes'),
      () => setCopied('refused'),
    )
  return (
    <Button onPress={copy}>
      {{ no: 'Copy', yes: 'Copied', refused: 'Select and copy by hand' }[copied]}
      {what && copied !== 'refused' && ` ${what}`}
    </Button>
  )
}

/** Lines to paste, with a button that copies them. */
export const CopyText = ({
  lines,
  note,
}: {
  readonly lines: readonly string[]
  readonly note?: string | undefined
}) => (
  <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 rounded-lg border border-line bg-soft px-3 py-2">
    <pre className="min-w-0 flex-1 font-mono text-xs break-all whitespace-pre-wrap">{lines.join('\n')}</pre>
    <span className="flex items-center gap-2 text-xs text-muted">
      {note}
      <CopyButton text={`${lines.join('\n')}\n`} />
    </span>
  </div>
)
