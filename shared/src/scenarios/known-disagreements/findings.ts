import { guests } from './guests.ts'
import { memory } from './memory.ts'
import { pages } from './pages.ts'
import { placement } from './placement.ts'
import type { Row } from './row.ts'
import { sources } from './sources.ts'

/** What `diverge` finds. */
export const findings: readonly Row[] = [...pages, ...guests, ...placement, ...memory, ...sources]
