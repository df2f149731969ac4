import { cpus } from './cpus.ts'
import { guests } from './guests.ts'
import { memory } from './memory.ts'
import { pages } from './pages.ts'
import { placement } from './placement.ts'
import { room } from './room.ts'
import type { Row } from './row.ts'
import { sources } from './sources.ts'

/** What `diverge` finds. */
export const findings: readonly Row[] = [
  ...pages,
  ...guests,
  ...cpus,
  ...placement,
  ...memory,
  ...room,
  ...sources,
]
