import { type Action, explainStep, plain, type Step } from '@headroom/shared'
import { GuestId, HostId } from '@headroom/shared/testing'
import type { Server } from './cloud.ts'
import type { Move } from './moves.ts'

/** What may come of a move: hosts, `refused`, `gone`; more than one where Nova's own choice is not defined. */
export interface Foretold {
  readonly outcomes: readonly string[]
  readonly because: string
}
