import type { ReactNode } from 'react'
import { Button } from './Button.tsx'

/** While an answer is awaited: says of what, and moves nothing. */
export const Waiting = ({ what }: { readonly what: string }) => (
  <p role="status" className="panel px-4 py-6 text-muted">
    {what}…
  </p>
)

/** When an answer cannot be had: what went wrong in its own words, and what can be done. */
export const Failure = ({
  what,
  error,
  again,
}: {
  readonly what: string
  readonly error: Error
  readonly again?: (() => void) | undefined
}) => (
  <section role="alert" className="panel flex flex-wrap items-center gap-3 border-bad! px-4 py-3">
    <p className="min-w-0 flex-1 basis-80">
      <b className="text-bad">{what}</b> <span className="break-words">{error.message}</span>
    </p>
    {again && <Button onPress={again}>Try again</Button>}
  </section>
)

export const Empty = ({ title, children }: { readonly title: string; readonly children?: ReactNode }) => (
  <section className="panel px-4 py-6">
    <h2 className="font-semibold">{title}</h2>
    <div className="mt-1 text-muted">{children}</div>
  </section>
)
