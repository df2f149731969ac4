import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Empty } from './States.tsx'

/** What stands where a page needs a cloud and none is open; its children say for what: `to see its hosts.` */
export const NoCloud = ({ children }: { readonly children: ReactNode }) => (
  <Empty title="No cloud is open.">
    <Link to="/" className="link text-ink">
      Open one
    </Link>{' '}
    {children}
  </Empty>
)
