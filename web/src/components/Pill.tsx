import type { ReactNode } from 'react'

/** A small fact beside a title. */
export const Pill = ({ children }: { readonly children: ReactNode }) => (
  <span className="inline-flex min-h-6.5 items-center gap-1 rounded-full border border-line bg-panel px-2.5 py-0.5 text-xs text-muted [&_b]:text-ink">
    {children}
  </span>
)
