import type { DivergenceKind } from '../divergence/divergence.ts'
import { isBroken, type Verdict } from '../placement/verdict.ts'
import type { Refusal } from '../reality/refusal.ts'
import type { StartVerdict } from '../reality/start-verdict.ts'
import type { Attempt, GateVerdict, Step } from './step.ts'

/** How two answers to one guest on one host differ; undefined where they agree, or one of them is not known. */
export function disagreement(nova: Verdict, start: StartVerdict | undefined): DivergenceKind | undefined {
  if (isBroken(nova)) return 'broken-placement'
  if (!start || nova.outcome === 'unknown' || start.outcome === 'unknown') return undefined
  if (nova.outcome === 'rejected') return start.outcome === 'starts' ? 'hidden-capacity' : undefined
  const [first] = start.outcome === 'refuses' ? start.refusals : start.remarks
  return first && kindOf(first)
}

function kindOf(why: Refusal): DivergenceKind {
  switch (why.kind) {
    case 'pool-short':
      return why.elsewhere.length > 0 ? 'wrong-cell' : 'phantom-capacity'
    case 'node-absent':
    case 'node-without-memory':
    case 'page-size-unknown-to-kernel':
    case 'no-hugetlbfs-mount':
    case 'driver-raises':
    case 'cgroup-limit':
    case 'node-beyond-qemu':
    case 'nodes-partly-absent':
    case 'binding-without-nodes':
    case 'nodes-without-binding':
    case 'preallocated-unreserved':
    case 'pages-for-absent-cell':
    case 'cell-ids-not-counted':
    case 'vcpus-in-two-cells':
    case 'vcpu-beyond':
    case 'vcpus-in-no-cell':
      return 'phantom-capacity'
    case 'cell-below-page-size':
    case 'not-whole-pages':
    case 'rounded-up':
    case 'backend-unequal-memory':
    case 'cells-unequal-memory':
    case 'shrunk-to-cells':
    case 'wrong-topology':
      return 'unit-mismatch'
    case 'pages-elsewhere':
      return 'wrong-cell'
    case 'needs-surplus':
    case 'memory-short':
      return 'at-risk'
  }
}

/** Every way in which the answers to one step differ, each once, in the order they come up. */
export function disagreementsIn({ outcome }: Step): DivergenceKind[] {
  switch (outcome.kind) {
    case 'boots':
      return unique(outcome.boots.flatMap(({ attempts }) => attempts.map(ofAttempt)))
    case 'migrates':
      return unique([ofGates(outcome.gates), ofMove(outcome.gates, outcome.start)])
    case 'rebuilds':
    case 'powers':
      return unique([startRefusal(outcome.start)])
    case 'guest-changes':
      return outcome.result === 'fails on the host' ? ['phantom-capacity'] : []
    case 'reboots':
      return unique(outcome.guests.map(({ start }) => startRefusal(start)))
    case 'host-changes':
    case 'host-set':
    case 'configured':
    case 'left-out':
    case 'not-possible':
      return []
  }
}

const unique = (kinds: readonly (DivergenceKind | undefined)[]): DivergenceKind[] => [
  ...new Set(kinds.flatMap((kind) => kind ?? [])),
]

/** Nova counts the guest where the host refuses to start it. */
const startRefusal = (start: StartVerdict | undefined): DivergenceKind | undefined =>
  start?.outcome === 'refuses' ? kindOf(start.refusals[0]) : undefined

function ofAttempt({ verdicts, chosen, start }: Attempt): DivergenceKind | undefined {
  if (chosen === undefined) return verdicts.some(isBroken) ? 'broken-placement' : undefined
  const verdict = verdicts.find(({ host }) => host === chosen)
  return verdict && disagreement(verdict, start)
}

/** Nova's answer to a move is its first refusal, else its last acceptance. */
function ofMove(gates: readonly GateVerdict[], start: StartVerdict | undefined): DivergenceKind | undefined {
  const asked = gates.filter((gate) => gate.asked).map(({ verdict }) => verdict)
  const verdict = asked.find(({ outcome }) => outcome === 'rejected') ?? asked.at(-1)
  return verdict && disagreement(verdict, start)
}

/** One path accepts what another refuses; what is not known differs from nothing. */
function ofGates(gates: readonly GateVerdict[]): DivergenceKind | undefined {
  const outcomes = (asked: boolean) => {
    const verdicts = gates.filter((gate) => gate.asked === asked).map(({ verdict }) => verdict.outcome)
    if (verdicts.length === 0 || verdicts.includes('unknown')) return 'not known'
    return verdicts.includes('rejected') ? 'refused' : 'accepted'
  }
  const [path, beside] = [outcomes(true), outcomes(false)]
  return path !== 'not known' && beside !== 'not known' && path !== beside ? 'gates-disagree' : undefined
}
