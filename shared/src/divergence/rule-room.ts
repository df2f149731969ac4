import { detector } from './detector.ts'
import { hasFault, type RoomFault, roomFaults } from './faults.ts'
import { type Finding, finding } from './finding.ts'
import type { Ask, HostBooks } from './host-books.ts'
import { type Ruled, remedyOfRule, ruled } from './ruled.ts'

export interface RuleRoomFinding extends Finding<'rule-takes-too-many' | 'rule-takes-too-few'>, Ruled {
  /** Of the flavors it shows for, the one it is farthest off for. */
  readonly flavor: string
  /** For so many it shows. */
  readonly flavors: number
}

/**
 * Guests of a flavor that Nova would take by a rule of its release, and as many as it would by the rule that counts what
 * the host's cells hold. One finding a rule.
 */
export const ruleRoom = detector(['nova'], (books): readonly RuleRoomFinding[] =>
  roomFaults
    .filter((fault) => hasFault(books.state.rules, fault))
    .flatMap((fault) => worstOf(books, fault) ?? []),
)

interface Counts {
  readonly ask: Ask
  readonly own: number
  readonly right: number
}

const off = ({ own, right }: Counts): number => Math.abs(own - right)

function worstOf(books: HostBooks, fault: RoomFault): RuleRoomFinding | undefined {
  const { cloud, state, room } = books
  const counted = cloud.asks
    .filter((ask) => fault.concerns(state, ask))
    .map((ask): Counts => ({ ask, own: room(ask.flavor), right: room(ask.flavor, fault.right) }))
    .filter(({ own, right }) => own !== right)
    .sort((one, other) => off(other) - off(one))
  const [worst] = counted
  return worst && findingOf(books, fault, worst, counted.length)
}

function findingOf(
  { host, cloud }: HostBooks,
  fault: RoomFault,
  worst: Counts,
  flavors: number,
): RuleRoomFinding {
  const { own, right } = worst
  const { flavor } = worst.ask
  const isTooMany = own > right
  const next = isTooMany ? (right === 0 ? 'next-boot-fails' : 'later-boot-fails') : 'capacity-wasted'
  const of = ruled(cloud.release, fault.right)
  return {
    ...finding(isTooMany ? 'rule-takes-too-many' : 'rule-takes-too-few', {
      kind: isTooMany ? 'phantom-capacity' : 'hidden-capacity',
      where: { host },
      resource: { of: 'guests', unit: 'count' },
      expected: { by: 'nova', amount: own },
      observed: { by: 'cells', amount: right },
      severity: { next, amount: off(worst), unit: 'count' },
      remedy: fault.remedy?.(worst.ask) ?? remedyOfRule(of),
    }),
    ...of,
    flavor: flavor.name,
    flavors,
  }
}
