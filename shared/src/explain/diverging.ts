import type { Cause, Divergence } from '../divergence/detectors.ts'
import { type Finding, memory, type Witness } from '../divergence/finding.ts'
import type { RuleUsageFinding } from '../divergence/rule-usage.ts'
import type { DriftFinding } from '../divergence/stored-usage.ts'
import { explainSuspect } from './divergence.ts'
import type { Explanation } from './explanation.ts'
import { amountOf, type Headlines } from './headline.ts'
import { listed } from './holder.ts'
import { hostCauses, hostHeadlines } from './host-headlines.ts'
import { explainHostRemark } from './host-remark.ts'
import { explainRule } from './ruled.ts'
import { type Sentence, say } from './sentence.ts'

/** What is wrong, where, and both numbers; what explains the difference. */
export function explainDiverging(one: Divergence): Explanation {
  const { size } = one.where
  return {
    headline: [...place(one), ...explainCause(one)],
    details: [
      ...(size === undefined ? [] : one.suspects.map((suspect) => explainSuspect(suspect, size))),
      ...('rule' in one ? explainRule(one) : []),
    ],
  }
}

/** What is wrong, without where. */
export const explainCause = (one: Divergence): Sentence =>
  (headlines as Readonly<Record<Cause, (one: Divergence) => Sentence>>)[one.cause](one)

/** `compute-07, cell 0: ` */
function place({ where: { host, cell } }: Finding): Sentence {
  if (host === undefined) return []
  return cell === undefined ? say`${{ host }}: ` : say`${{ host }}, cell ${{ count: cell }}: `
}

export function nameWitness(witness: Witness): string {
  switch (witness) {
    case 'nova':
      return 'Nova'
    case 'placement':
      return 'Placement'
    case 'libvirt':
      return 'libvirt'
    case 'kernel':
      return 'the kernel'
    case 'config':
      return 'the configuration'
    case 'cells':
      return 'the host’s cells'
  }
}

const headlines: Headlines = {
  ...hostHeadlines,
  'pages-held-by-others': gap,
  'pool-resized': gap,
  'reserved-too-much': gap,
  'guest-not-running': gap,
  'guest-on-other-cell': gap,
  'move-counted-twice': gap,
  'pages-unexplained': gap,
  'booked-beyond-pool': (one) =>
    say`Guests are booked with ${amountOf(one.resource, one.expected?.amount ?? 0)}, and the kernel’s pool has ${{ count: one.observed?.amount ?? 0 }}: not all of them start again.`,
  'usage-beyond-guests': (one) => [
    ...say`Nova’s ${{ code: one.column }} has ${amountOf(one.resource, one.severity.amount)} of ${named(one)} in use that no guest, move or reserve explains.`,
  ],
  'usage-of-ended-move': (one) => [
    ...say`Nova’s ${{ code: one.column }} still has ${amountOf(one.resource, one.severity.amount)} of ${named(one)} in use for a move that was confirmed just now: the next audit gives it back.`,
  ],
  'usage-below-guests': (one) => [
    ...say`Nova’s ${{ code: one.column }} has ${amountOf(one.resource, one.severity.amount)} of ${named(one)} less in use than its guests, moves and reserves take.`,
  ],
  'guest-unknown-to-nova': (one) =>
    say`${{ guest: one.guest, name: one.name }} runs here, and Nova has no such guest.`,
  'guest-of-another-host': (one) =>
    one.novaHost === undefined
      ? say`${{ guest: one.guest, name: one.name }} runs here, and Nova has it on no host.`
      : say`${{ guest: one.guest, name: one.name }} runs here, and Nova has it on ${{ host: one.novaHost }}.`,
  'guest-not-on-host': (one) =>
    say`Nova takes ${{ guest: one.guest, name: one.name }} to run here, and libvirt does not have it.`,
  'reserved-not-in-row': (one) =>
    say`${{ code: 'reserved_huge_pages' }} says ${amountOf(one.resource, one.expected?.amount ?? 0)}, and Nova’s row ${{ count: one.observed?.amount ?? 0 }}: nova-compute has not read it, or refused to start with it.`,
  'allocation-orphaned': (one) =>
    say`Placement keeps ${amountOf(one.resource, one.severity.amount)} for ${{ code: one.consumer }}, which is neither a guest nor a move of Nova’s.`,
  'allocation-of-another-host': (one) =>
    say`Placement keeps ${amountOf(one.resource, one.severity.amount)} here for ${{ code: one.consumer }}, which Nova has elsewhere.`,
  'allocation-missing': (one) =>
    say`Nova has ${{ code: one.consumer }} here with ${amountOf(one.resource, one.severity.amount)}, and Placement keeps nothing for it.`,
  'ratio-sticks': (one) =>
    say`Placement multiplies ${{ code: one.resourceClass }} by ${{ ratio: one.observed?.amount ?? 0 }}, and Nova’s row says ${{ ratio: one.expected?.amount ?? 0 }}: a ratio once written stays until somebody sets another.`,
  'ratio-zero': (one) =>
    say`Placement multiplies ${{ code: one.resourceClass }} by 0: nothing can be placed here.`,
  'over-capacity': (one) =>
    say`Placement has ${amountOf(one.resource, one.expected?.amount ?? 0)} of ${{ code: one.resourceClass }} allocated and room for ${amountOf(one.resource, one.observed?.amount ?? 0)}: until 2025.1 no guest can be moved away.`,
  'cpus-sold-twice': (one) =>
    say`Placement sells ${{ count: one.expected?.amount ?? 0, of: 'CPUs' }} as VCPU and PCPU together; the host has ${{ count: one.observed?.amount ?? 0 }}.`,
  'huge-pages-sold-as-ram': (one) =>
    say`Placement would sell ${amountOf(one.resource, one.expected?.amount ?? 0)} as ${{ code: 'MEMORY_MB' }} to guests on base pages; beside its huge pages the host has ${amountOf(one.resource, one.observed?.amount ?? 0)}.`,
  'huge-pages-starve-host': ({ remark }) => explainHostRemark(remark),
  'bound-beyond-node': ({ remark }) => explainHostRemark(remark),
  'overhead-beyond-reserved': ({ remark }) => explainHostRemark(remark),
  'guests-beyond-memory': ({ remark }) => explainHostRemark(remark),
  'rule-takes-too-many': (one) =>
    say`Nova takes ${{ count: one.expected?.amount ?? 0, of: 'more' }} of ${{ code: one.flavor }}, and the host’s cells hold ${{ count: one.observed?.amount ?? 0 }}.`,
  'rule-takes-too-few': (one) =>
    say`Nova takes ${{ count: one.expected?.amount ?? 0, of: 'more' }} of ${{ code: one.flavor }}, and the host’s cells would hold ${{ count: one.observed?.amount ?? 0 }}.`,
  'rule-counts-too-much': counting,
  'rule-counts-too-little': counting,
  'free-cut-at-zero': ({ expected, observed }) =>
    say`By the row the scheduler has ${amountOf(memory, expected?.amount ?? 0)} to give; total × ratio − used leaves ${amountOf(memory, observed?.amount ?? 0)}.`,
  'page-size-sticks': ({ flavor, sizes }) => [
    ...say`Nova finds no cells for ${{ code: flavor }}, since the page size it tries first stays with a guest cell; with `,
    ...listed(sizes.map((size): Sentence => [{ size }])),
    ' for one guest cell after another it would fit.',
  ],
  'cells-lost': ({ guest, name, observed }) =>
    say`Flavor and image of ${{ guest, name }} ask for ${{ count: observed?.amount ?? 0, of: 'NUMA cells' }}, and Nova keeps none for it: it is counted on no cell and bound to none.`,
  'source-missing': ({ witness }) =>
    say`What ${nameWitness(witness)} has here was not read: nothing is compared.`,
  'sources-apart': ({ observed, tolerance }) =>
    say`Nova’s row and the host were read ${{ count: observed?.amount ?? 0, of: 's' }} apart, more than ${{ count: tolerance, of: 's' }}: they are not compared.`,
}

/** Nova’s free and the kernel’s, and whose fault the difference is. */
function gap({ expected, observed, resource, kind }: Finding): Sentence {
  const [nova, kernel] = [expected?.amount ?? 0, observed?.amount ?? 0]
  return kind === 'hidden-capacity'
    ? say`${amountOf(resource, kernel)} are free, and Nova would use ${{ count: nova }}.`
    : say`Nova believes ${amountOf(resource, nova)} are free, and the kernel has ${{ count: kernel }}.`
}

/** Nova’s sum and what guests really take, in the ledger’s word for it. */
function counting({ resource, counted, expected, observed }: RuleUsageFinding): Sentence {
  return say`Nova counts ${amountOf(resource, expected?.amount ?? 0)} of ${wordFor(counted)} in use, and the guests take ${amountOf(resource, observed?.amount ?? 0)}.`
}

const wordFor = (counted: RuleUsageFinding['counted']): string =>
  counted.startsWith('pages of') ? 'the pool' : counted

/** What drifted, in the ledger’s word for it. */
const named = ({ counted }: DriftFinding): string => wordFor(counted)

/** The cause as a label; of one that is newer than this page, its id. */
export const nameCause = (cause: Cause): string => causes[cause] ?? cause

const causes: Readonly<Record<Cause, string>> = {
  ...hostCauses,
  'pages-held-by-others': 'pages held by others',
  'pool-resized': 'pool resized',
  'reserved-too-much': 'reserved too much',
  'guest-not-running': 'guest not running',
  'guest-on-other-cell': 'guest on another cell',
  'move-counted-twice': 'move counted twice',
  'pages-unexplained': 'pages unexplained',
  'booked-beyond-pool': 'booked beyond the pool',
  'usage-beyond-guests': 'usage for nobody',
  'usage-of-ended-move': 'move just over',
  'usage-below-guests': 'usage lost',
  'guest-unknown-to-nova': 'guest unknown to Nova',
  'guest-of-another-host': 'guest of another host',
  'guest-not-on-host': 'guest not on the host',
  'reserved-not-in-row': 'reserved pages not read',
  'allocation-orphaned': 'allocation of nobody',
  'allocation-of-another-host': 'allocation left behind',
  'allocation-missing': 'allocation missing',
  'ratio-sticks': 'ratio sticks',
  'ratio-zero': 'ratio is zero',
  'over-capacity': 'over capacity',
  'cpus-sold-twice': 'CPUs sold twice',
  'huge-pages-sold-as-ram': 'huge pages sold as RAM',
  'huge-pages-starve-host': 'huge pages starve the host',
  'bound-beyond-node': 'bound beyond the node',
  'overhead-beyond-reserved': 'QEMU beyond what is reserved',
  'guests-beyond-memory': 'guests beyond memory',
  'rule-takes-too-many': 'release takes too many',
  'rule-takes-too-few': 'release takes too few',
  'rule-counts-too-much': 'release counts too much',
  'rule-counts-too-little': 'release counts too little',
  'free-cut-at-zero': 'free memory cut at zero',
  'page-size-sticks': 'page size sticks',
  'cells-lost': 'cells lost',
  'source-missing': 'not read',
  'sources-apart': 'read too far apart',
}
