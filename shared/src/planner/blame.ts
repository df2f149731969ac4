import type { NonEmpty } from '../collections.ts'
import { hasFault, roomFaults } from '../divergence/faults.ts'
import { type Ruled, ruled } from '../divergence/ruled.ts'
import { releases } from '../releases/index.ts'
import type { Otherwise } from '../releases/otherwise.ts'
import type { Release } from '../releases/release.ts'
import type { RuleName } from '../releases/rules.ts'
import type { Action } from './action.ts'
import { type Cloud, underRules } from './cloud.ts'
import { disagreementsIn } from './disagreement.ts'
import { play } from './replay.ts'
import type { Outcome, Step } from './step.ts'

/** Beyond so many hosts nothing is tried: each rule would have every one of them counted anew. */
const hostsAtMost = 200

/** Rules of the cloud's release without which the last step would go well, as `tryRules` finds them. */
export const blame = (cloud: Cloud, actions: readonly Action[]): readonly Ruled[] =>
  [...tryRules(cloud, actions)].flatMap((rule) => rule ?? [])

/**
 * The plan is played again with each rule that a later release has otherwise, or that counts otherwise than cells hold: told
 * one by one, undefined where it makes no difference. Named are those without which the last step would go well, or would
 * be refused in time. Nothing is tried for a step in which both books agree and all is done.
 */
export function* tryRules(cloud: Cloud, actions: readonly Action[]): Generator<Ruled | undefined> {
  const own = play(cloud, actions).at(-1)?.step
  if (!own || standing(own) === 'good' || [...cloud.hosts.values()].length > hostsAtMost) return
  for (const otherwise of candidatesOf(cloud.release)) {
    const then = play(underRules(cloud, otherwise), actions).at(-1)?.step
    const isTurned = then && isBetter(standing(own), standing(then))
    yield isTurned ? ruled(cloud.release, otherwise) : undefined
  }
}

type Standing = 'good' | 'refused by Nova' | 'refused by the host' | 'at risk' | 'not known'

/** Nova takes what it refused; or what the host refuses, or starts at risk, Nova refuses before. */
const isBetter = (own: Standing, then: Standing): boolean => {
  if (own === 'not known') return then === 'refused by Nova'
  if (then === 'good') return true
  return own === 'refused by Nova' ? then === 'not known' || then === 'at risk' : then === 'refused by Nova'
}

function standing({ outcome, action, touched }: Step): Standing {
  const result = resultOf(outcome)
  if (result !== 'good') return result
  return disagreementsIn({ outcome, action, touched }).length > 0 ? 'at risk' : 'good'
}

function resultOf(outcome: Outcome): Standing {
  switch (outcome.kind) {
    case 'boots': {
      const failed = outcome.boots.find(({ result }) => result.kind !== 'runs')
      if (!failed) return 'good'
      if (failed.result.kind === 'unknown') return 'not known'
      return failed.attempts.some(({ start }) => start !== undefined)
        ? 'refused by the host'
        : 'refused by Nova'
    }
    case 'migrates':
      return outcome.result === 'moves' ? 'good' : wordOf(outcome.result)
    case 'rebuilds':
    case 'guest-changes':
      return outcome.result === 'done' ? 'good' : wordOf(outcome.result)
    default:
      return 'good'
  }
}

const wordOf = (result: 'refused by Nova' | 'fails on the host' | 'unknown'): Standing => {
  if (result === 'unknown') return 'not known'
  return result === 'fails on the host' ? 'refused by the host' : result
}

/** Rules of how a guest is written down: one of them alone makes no release. */
const ofWriting = new Set<RuleName>([
  'guestIsPinned',
  'dedicatedVcpus',
  'constraintOrder',
  'hostCellVersion',
  'pagePoolVersion',
  'guestCellVersion',
])

/** As the newest release has it, as it counts what cells hold, and the other strategy; the same lists each time. */
function candidatesOf({ rules }: Release): readonly NonEmpty<Otherwise>[] {
  const faults = roomFaults.filter((fault) => hasFault(rules, fault)).map(({ right }) => right)
  const known = new Set(faults.map(([{ rule }]) => rule))
  const others = [...newestFlips, packing].filter(
    ([{ rule, is }]) => !known.has(rule) && JSON.stringify(rules[rule]) !== JSON.stringify(is),
  )
  return [...faults, ...others]
}

const packing: NonEmpty<Otherwise> = [{ rule: 'hostCellOrder', is: 'packing' }]

const newest = releases.at(-1)
const newestFlips: readonly NonEmpty<Otherwise>[] = newest
  ? (Object.keys(newest.rules) as RuleName[])
      .filter((rule) => !ofWriting.has(rule))
      .map((rule): NonEmpty<Otherwise> => [{ rule, is: newest.rules[rule] } as Otherwise])
  : []
