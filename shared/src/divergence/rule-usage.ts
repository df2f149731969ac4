import type { Entry, Ledger } from '../accounting/ledger.ts'
import { groupBy } from '../collections.ts'
import { detector } from './detector.ts'
import { hasFault, type UsageFault, usageFaults } from './faults.ts'
import { type Finding, finding } from './finding.ts'
import type { HostBooks } from './host-books.ts'
import { type Ruled, remedyOfRule, ruled } from './ruled.ts'
import { resourceOf, sizeOf } from './stored-usage.ts'

export interface RuleUsageFinding extends Finding<'rule-counts-too-much' | 'rule-counts-too-little'>, Ruled {
  readonly counted: Entry['resource']
}

/** What guests and moves take of a host by a rule of its release, and by the rule that counts what they really take. */
export const ruleUsage = detector(['nova'], (books): readonly RuleUsageFinding[] =>
  books.guests === undefined
    ? []
    : usageFaults
        .filter((fault) => hasFault(books.rules, fault) && fault.concerns(books))
        .flatMap((fault) => differences(books, fault)),
)

function differences(books: HostBooks, fault: UsageFault): readonly RuleUsageFinding[] {
  const own = explained(books.ledger)
  const right = explained(books.ledgerUnder(fault.right))
  return [...new Set([...own.keys(), ...right.keys()])].flatMap((place) => {
    const entries = own.get(place) ?? []
    const [one] = [...entries, ...(right.get(place) ?? [])]
    const amounts = [total(entries), total(right.get(place) ?? [])] as const
    return one && amounts[0] !== amounts[1] ? [findingOf(books, fault, one, entries, amounts)] : []
  })
}

/** By cell and resource; what only the row says is told elsewhere. */
const explained = (ledger: Ledger): Map<string, Entry[]> =>
  groupBy(
    ledger.filter(({ consumer }) => consumer.kind !== 'stored'),
    ({ cell, resource }) => `${cell} ${resource}`,
  )

const total = (entries: readonly Entry[]): number => entries.reduce((sum, { amount }) => sum + amount, 0)

function findingOf(
  books: HostBooks,
  { right, remedy }: UsageFault,
  { cell, resource }: Entry,
  entries: readonly Entry[],
  [own, real]: readonly [number, number],
): RuleUsageFinding {
  const size = sizeOf(books.row, resource)
  const counted = resourceOf(resource, size)
  const of = ruled(books.compute, right)
  const isTooLittle = own < real
  return {
    ...finding(isTooLittle ? 'rule-counts-too-little' : 'rule-counts-too-much', {
      kind: isTooLittle ? 'phantom-capacity' : 'hidden-capacity',
      where: {
        host: books.host,
        ...(cell === undefined ? {} : { cell }),
        ...(size === undefined ? {} : { size }),
      },
      resource: counted,
      expected: { by: 'nova', amount: own },
      observed: { by: 'cells', amount: real },
      entries,
      severity: {
        next: isTooLittle ? 'later-boot-fails' : 'capacity-wasted',
        amount: Math.abs(own - real),
        unit: counted.unit,
      },
      remedy: remedy?.(books) ?? remedyOfRule(of),
    }),
    ...of,
    counted: resource,
  }
}
