import { type Action, explainStep, GuestId, HostId, plain, type Step } from '@headroom/shared'
import type { Server } from './cloud.ts'
import type { Move } from './moves.ts'

/** What may come of a move: hosts, `refused`, `gone`; more than one where Nova's own choice is not defined. */
export interface Foretold {
  readonly outcomes: readonly string[]
  readonly because: string
}

/** The planner's action for a move of the server as it is. */
export function intention(move: Move, server: Server | undefined): Action {
  const guest = GuestId(server?.id ?? '')
  const hostOf = (to: string | undefined) => (to === undefined ? undefined : HostId(to))
  switch (move.do) {
    case 'boot': {
      const { server: id, flavor, host, zone } = move
      const on = host === undefined ? undefined : ({ host: HostId(host), how: 'requested' } as const)
      return { do: 'boot', id, flavor, image: {}, count: 1, on, zone }
    }
    case 'live-migrate':
    case 'cold-migrate':
      return { do: move.do, guest, to: hostOf(move.to) }
    case 'resize':
      return { do: 'resize', guest, flavor: move.flavor }
    case 'confirm':
    case 'revert':
    case 'delete':
      return { do: move.do, guest }
  }
}

/** What Nova would do by the step; that nobody looked at the hosts themselves is no matter to Nova. */
export function sayOf(step: Step, server: Server | undefined): Foretold {
  const { headline, details } = explainStep(step)
  return { outcomes: outcomesOf(step, server), because: [headline, ...details].map(plain).join(' ') }
}

function outcomesOf({ action, outcome, touched }: Step, server: Server | undefined): readonly string[] {
  switch (outcome.kind) {
    case 'boots': {
      const [attempt] = outcome.boots[0]?.attempts ?? []
      return attempt?.chosen === undefined ? ['refused'] : [attempt.chosen, ...attempt.tiedWith]
    }
    case 'migrates':
      return outcome.to === undefined || outcome.result === 'refused by Nova' ? ['refused'] : [outcome.to]
    case 'guest-changes':
      if (action.do === 'delete') return ['gone']
      return [(action.do === 'revert' ? touched[0] : server?.host) ?? 'refused']
    default:
      return ['refused']
  }
}
