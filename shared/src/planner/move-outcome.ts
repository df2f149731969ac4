import type { HostId } from '../model/ids.ts'
import type { StartVerdict } from '../reality/start-verdict.ts'
import type { GateVerdict, Outcome } from './step.ts'

type Migrates = Extract<Outcome, { kind: 'migrates' }>

/**
 * What Nova's gates come to together. At a host that was taken they are asked in turn, and one that refuses ends the move,
 * whatever another does not know. Where none was taken they are the hosts there were: all have to refuse, and one that is
 * not known might not.
 */
export function novaSays(
  gates: readonly GateVerdict[],
  to: HostId | undefined,
): 'accepts' | 'refuses' | 'not known' {
  const asked = new Set(gates.filter((gate) => gate.asked).map(({ verdict }) => verdict.outcome))
  if (to === undefined) return asked.has('unknown') ? 'not known' : 'refuses'
  if (asked.has('rejected')) return 'refuses'
  return asked.has('unknown') ? 'not known' : 'accepts'
}

/** A move of any kind. `start` is undefined where no host was taken, and for a guest that is shut off: nobody has to start it. */
export function migrates(
  gates: readonly GateVerdict[],
  to: HostId | undefined,
  start: StartVerdict | undefined,
): Migrates {
  const result = (): Migrates['result'] => {
    const nova = novaSays(gates, to)
    if (nova === 'refuses') return 'refused by Nova'
    if (nova === 'not known') return 'unknown'
    if (start?.outcome === 'refuses') return 'fails on the host'
    return start?.outcome === 'unknown' ? 'unknown' : 'moves'
  }
  return { kind: 'migrates', gates, to, start, result: result() }
}
