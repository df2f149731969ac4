import { formatCpus } from '../model/cpus.ts'
import type { Action } from '../planner/action.ts'
import type { ConfigRemark, Impossible, Outcome } from '../planner/step.ts'
import type { Explanation } from './explanation.ts'
import { type Sentence, say } from './sentence.ts'

/** What a changed option, filter or release does, and when. */
export const explainConfigured = (
  { remarks }: Extract<Outcome, { kind: 'configured' }>,
  action: Action,
): Explanation => ({
  headline: headlineOf(action),
  details: [...remarks.map(explainRemark), ...whenRead(action)],
})

function headlineOf(action: Action): Sentence {
  switch (action.do) {
    case 'set-reserved-huge-pages':
      return say`Nova’s book now leaves these pages out. The host’s book does not change.`
    case 'set-allocation-ratios':
      return say`Nova’s book now promises by these ratios. The host has what it had.`
    case 'set-reserved-host-memory':
    case 'set-reserved-host-cpus':
      return say`Nova’s book now counts this much as used by the host itself. Nothing keeps the host to it.`
    case 'set-cpu-sets':
      return say`Nova’s book now has these CPUs for guests. Guests that run keep the CPUs they have.`
    case 'set-packing':
      return say`Nova now tries the cells of this host in another order. Guests that run stay where they are.`
    case 'set-enabled-filters':
      return say`The scheduler now asks these filters. Guests that run stay where they are.`
    case 'upgrade-scheduler':
      return say`The scheduler now judges by this release. Computes claim by theirs.`
    case 'upgrade-compute':
      return say`The compute now counts and claims by this release. The scheduler judges by its own.`
    default:
      return say`Nova’s book changes. The host’s book does not.`
  }
}

function whenRead({ do: what }: Action): readonly Sentence[] {
  switch (what) {
    case 'set-enabled-filters':
      return [say`The option is read when nova-scheduler starts.`]
    case 'upgrade-scheduler':
      return []
    case 'upgrade-compute':
      return [say`As it starts, nova-compute counts its guests anew.`]
    default:
      return [say`The option is read when nova-compute starts.`]
  }
}

function explainRemark(remark: ConfigRemark): Sentence {
  switch (remark.kind) {
    case 'pinned-outside': {
      const { guest, cpus } = remark
      return say`${{ guest, name: guest }} stays pinned to CPUs ${{ code: formatCpus(cpus) }}, which are no longer for dedicated vCPUs; nova-compute warns of it.`
    }
    case 'newer-than-scheduler':
      return say`The scheduler is of ${{ release: remark.scheduler }}: Nova wants it upgraded first.`
  }
}

/** Why nova-compute would not start. */
export function explainStartFault({
  host,
  fault,
}: Extract<Impossible, { kind: 'does-not-start' }>): Sentence {
  const refuses = say`nova-compute on ${{ host }} would not start: `
  switch (fault.kind) {
    case 'invalid-cpus':
      return fault.offline.length > 0
        ? [
            ...refuses,
            ...say`CPUs ${{ code: formatCpus(fault.offline) }} of ${{ code: fault.option }} are not online.`,
          ]
        : [...refuses, ...say`${{ code: fault.value }} names no CPUs for ${{ code: fault.option }}.`]
    case 'sets-overlap':
      return [
        ...refuses,
        ...say`CPUs ${{ code: formatCpus(fault.cpus) }} are in ${{ code: 'cpu_shared_set' }} and in ${{ code: 'cpu_dedicated_set' }}.`,
      ]
    case 'options-exclude': {
      const [one, other] = fault.options
      return [...refuses, ...say`${{ code: one }} cannot be set beside ${{ code: other }}.`]
    }
    case 'guest-without-cpus':
      return [
        ...refuses,
        ...say`${{ guest: fault.guest, name: fault.guest }} runs there and needs CPUs of ${{ code: fault.needs }}, which is not set.`,
      ]
  }
}
