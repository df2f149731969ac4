import { useState } from 'react'
import { Button } from '../../components/Button.tsx'

/** Copies the address, which holds the whole plan. */
export function ShareButton() {
  const [copied, setCopied] = useState<'no' | 'yes' | 'refused'>('no')
  const copy = () =>
    navigator.clipboard.writeText(window.location.href).then(
      () => setCopied('yes'),
      () => setCopied('refused'),
    )
  return (
    <>
      <Button onPress={copy}>
        {{ no: 'Share', yes: 'Link copied', refused: 'Copy the address by hand' }[copied]}
      </Button>
      <span role="status" className="sr-only">
        {copied === 'yes' ? 'The link to this plan is copied.' : ''}
      </span>
    </>
  )
}
