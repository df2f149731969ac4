import type { ReactNode } from 'react'

interface PageProps {
  readonly title: string
  /** What stands before the title: where this page hangs. */
  readonly above?: ReactNode
  /** Small facts beside the title. */
  readonly facts?: ReactNode
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** A page's head and body. The title is the page's one h1. */
export const Page = ({ title, above, facts, actions, children }: PageProps) => (
  <div className="mx-auto flex max-w-360 flex-col gap-3 px-4 py-5 sm:px-6">
    <title>{`${title} · Headroom`}</title>
    <header className="flex min-h-8 flex-wrap items-center gap-x-3 gap-y-2">
      {above}
      <h1 className="min-w-0 break-words">{title}</h1>
      {facts}
      {actions && <div className="ml-auto flex flex-wrap gap-2">{actions}</div>}
    </header>
    {children}
  </div>
)
