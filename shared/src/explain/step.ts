import { groupBy } from '../collections.ts'
import { type CpuSet, formatCpus } from '../model/cpus.ts'
import type { HostId } from '../model/ids.ts'
import type { Remark } from '../placement/choose.ts'
import type { Verdict } from '../placement/verdict.ts'
import type {
  Attempt,
  BootOutcome,
  Gate,
  GateVerdict,
  Impossible,
  MemoryCompared,
  Outcome,
  Step,
} from '../planner/step.ts'
import type { StartVerdict } from '../reality/start-verdict.ts'
import { explainConfigured, explainStartFault } from './configured.ts'
import type { Explanation } from './explanation.ts'
import { explainGap } from './gap.ts'
import { listed } from './holder.ts'
import { explainHostStep, explainRebuild } from './host-step.ts'
import { explainRefusal, explainWords } from './refusal.ts'
import { explainRejection } from './rejection.ts'
import { inMb, type Sentence, say } from './sentence.ts'
import { explainBroken, explainPlace, explainStart, explainVerdict } from './verdict.ts'

type OutcomeOf<Kind extends Outcome['kind']> = Extract<Outcome, { kind: Kind }>

/** What both books make of one action. */
export function explainStep({ outcome, action }: Step): Explanation {
  switch (outcome.kind) {
    case 'boots':
      return explainBoots(outcome.boots)
    case 'migrates':
      return explainMigration(outcome, action)
    case 'guest-changes':
      return explainGuestChange(outcome)
    case 'host-changes':
      return explainHostChange(outcome)
    case 'rebuilds':
      return explainRebuild(outcome)
    case 'powers':
    case 'reboots':
    case 'host-set':
      return explainHostStep(outcome, action)
    case 'configured':
      return explainConfigured(outcome, action)
    case 'left-out':
      return { headline: say`Left out.`, details: [] }
    case 'not-possible':
      return { headline: explainImpossible(outcome.reason), details: [] }
  }
}

function explainBoots(boots: readonly BootOutcome[]): Explanation {
  const running = boots.filter(({ result }) => result.kind === 'runs')
  const [failed] = boots.filter(({ result }) => result.kind !== 'runs')
  const runs = runsWhere(running)
  if (!failed) {
    const last = boots.at(-1)?.attempts ?? []
    return { headline: [...runs, '.', ...remarks(last)], details: last.flatMap(explainAttempt) }
  }
  return {
    headline: [...(running.length > 0 ? [...runs, '. '] : []), ...explainFailure(failed)],
    details: failed.attempts.flatMap(explainAttempt),
  }
}

/** How the last guest runs, where it is not as asked. */
function remarks(attempts: readonly Attempt[]): Sentence {
  const last = attempts.at(-1)
  const broken = last ? explainBroken(chosenVerdict(last)) : []
  if (last?.start?.outcome !== 'starts') return broken
  return [...broken, ...last.start.remarks.flatMap((remark): Sentence => [' ', ...explainRefusal(remark)])]
}

/** `15 run: 15 on compute-07 host cell 0`. */
function runsWhere(running: readonly BootOutcome[]): Sentence {
  const groups = groupBy(running, (boot) => {
    const attempt = boot.attempts.at(-1)
    return `${attempt?.chosen} ${placeOf(attempt)?.map(({ id }) => id)}`
  })
  const places = [...groups.values()].map((same): Sentence => {
    const attempt = same[0]?.attempts.at(-1)
    const on = placeOf(attempt)?.map((cell): Sentence => [{ hostCell: cell.id }]) ?? []
    const count: Sentence = groups.size > 1 ? [{ count: same.length }, ' on '] : ['on ']
    return [
      ...count,
      ...(attempt?.chosen === undefined ? [] : [{ host: attempt.chosen }]),
      ...(on.length > 0 ? [', ', ...listed(on)] : []),
    ]
  })
  const all = running.length === 1 ? say`It runs ` : say`${{ count: running.length }} run, `
  return [...all, ...listed(places)]
}

const placeOf = (attempt: Attempt | undefined) => {
  const verdict = attempt && chosenVerdict(attempt)
  return verdict?.outcome === 'fits' ? verdict.placed?.cells : undefined
}

const chosenVerdict = ({ chosen, verdicts }: Attempt): Verdict | undefined =>
  verdicts.find(({ host }) => host === chosen)

function explainFailure({ attempts, result }: BootOutcome): Sentence {
  switch (result.kind) {
    case 'runs':
      return say`It runs on ${{ host: result.host }}.`
    case 'unknown':
      return result.host === undefined
        ? [...say`What Nova would do is not known. `, ...explainGap(result.gaps[0])]
        : [
            ...say`Nova books it on ${{ host: result.host }}; whether it starts is not known. `,
            ...explainGap(result.gaps[0]),
          ]
    case 'no-valid-host': {
      const refusedBy = attempts.flatMap(({ chosen }) => (chosen === undefined ? [] : [chosen]))
      if (refusedBy.length === 0) return say`No valid host was found: Nova refuses every one.`
      const hosts = listed(refusedBy.map((host): Sentence => [{ host }]))
      const isClaimed = attempts.some(({ start }) => start !== undefined)
      return [
        ...say`No valid host was found after ${{ count: result.after, of: result.after === 1 ? 'attempt' : 'attempts' }}: Nova `,
        ...(isClaimed ? say`accepts it on ` : say`sends it to `),
        ...hosts,
        ...(isClaimed ? say`, and it cannot start there.` : say`, and the claim there refuses it.`),
      ]
    }
  }
}

/** One line where Nova takes a host and the host answers; the objections where it takes none. */
function explainAttempt(attempt: Attempt): Sentence[] {
  const { chosen, start, verdicts } = attempt
  if (chosen === undefined) return objectionsByKind(verdicts.filter(isAsked))
  const verdict = chosenVerdict(attempt)
  const place = verdict?.outcome === 'fits' ? explainPlace(verdict.placed) : []
  const tied = explainTie(attempt.tiedWith)
  return [
    [
      ...say`Nova takes ${{ host: chosen }}`,
      ...(place.length > 0 ? [', ', ...place] : []),
      ...tied,
      ...say`.`,
      ...explainBroken(verdict),
      ' ',
      ...(start ? explainStart(start) : verdict?.outcome === 'rejected' ? explainVerdict(verdict) : []),
    ],
    ...(start?.outcome === 'refuses' ? start.refusals.flatMap(explainWords) : []),
    ...attempt.remarks.map(explainRemark),
  ]
}

/** Why Nova may take another host than it is said to. */
function explainRemark(remark: Remark): Sentence {
  switch (remark.kind) {
    case 'weights-remembered':
      return say`Nova may take another: the scheduler of this release weighs by what it met in requests before.`
    case 'weights-unread':
      return [
        ...say`Nova may take another: what `,
        ...listed(remark.options.map((code): Sentence => [{ code }])),
        ...say` weighs was not read of every host.`,
      ]
    case 'one-of-the-best':
      return say`Nova may take another: it takes one of the best ${{ count: remark.size }} at random.`
    case 'size-of-the-first':
      return [
        ...say`Nova may find another or none: in this release the first host that fits decides for all after it between `,
        ...listed(remark.sizes.map((size): Sentence => [{ size }])),
        '.',
      ]
    case 'placement-limit-hides':
      return say`Nova may find no valid host: Placement names ${{ count: remark.limit }} of up to ${{ count: remark.hosts, of: 'hosts' }}, and this one may not be among them.`
    case 'placement-limit':
      return say`Nova may take another: Placement names ${{ count: remark.limit }} of ${{ count: remark.hosts, of: 'hosts' }} that have room.`
  }
}

/** A host that was left out by the request itself, or has had its turn, has nothing to add. */
const isAsked = (verdict: Verdict): boolean =>
  verdict.outcome !== 'rejected' ||
  !['not-the-forced-host', 'already-tried'].includes(verdict.objections[0].reason.kind)

/** ` (compute-08, compute-09 weigh the same)`. */
function explainTie(hosts: readonly HostId[]): Sentence {
  if (hosts.length === 0) return []
  const named: Sentence =
    hosts.length > 3
      ? [{ count: hosts.length, of: 'others' }]
      : listed(hosts.map((host): Sentence => [{ host }]))
  return [' (', ...named, hosts.length === 1 ? ' weighs the same)' : ' weigh the same)']
}

/** One line for all hosts that object for the same kind of reason, with the first of them as the example. */
function objectionsByKind(verdicts: readonly Verdict[]): Sentence[] {
  const kinds = groupBy(verdicts, (verdict) =>
    verdict.outcome === 'rejected'
      ? `${verdict.objections[0].by} ${verdict.objections[0].reason.kind}`
      : verdict.outcome,
  )
  return [...kinds.values()].flatMap(([first, ...others]) => {
    if (!first) return []
    const more = others.length > 0 ? say` (and ${{ count: others.length, of: 'more likewise' }})` : []
    return [[{ host: first.host }, ...more, ': ', ...explainVerdict(first)]]
  })
}

function explainMigration(
  { gates, to, start, result, cpusKept }: OutcomeOf<'migrates'>,
  { do: what }: Step['action'],
): Explanation {
  const words = start?.outcome === 'refuses' ? start.refusals.flatMap(explainWords) : []
  const details = [
    ...gates.map(explainGate),
    ...(start ? [destination(start)] : []),
    ...words,
    ...(cpusKept ? [explainCpusKept(cpusKept)] : []),
  ]
  const headline = (...parts: readonly Sentence[]) => ({ headline: parts.flat(), details })
  switch (result) {
    case 'moves': {
      return headline(
        arrives(what, to),
        notAsked(gates, 'rejected') ? say` Booting the same guest there would be refused.` : [],
      )
    }
    case 'refused by Nova': {
      const stopped = gates.find(({ asked, verdict }) => asked && verdict.outcome === 'rejected')?.verdict
      const why = stopped?.outcome === 'rejected' ? explainRejection(stopped.objections[0].reason) : []
      const disagree = notAsked(gates, 'fits') ? say` Booting the same guest there would be accepted.` : []
      return headline(refused(what), why, disagree)
    }
    case 'fails on the host':
      return headline(
        what === 'evacuate' || what === 'unshelve'
          ? say`Nova accepts it, and it cannot start there. `
          : say`Nova accepts the move, and it fails at the destination. `,
        start ? explainStart(start) : [],
      )
    case 'unknown': {
      const verdicts = [...gates.map(({ verdict }) => verdict), ...(start ? [start] : [])]
      const open = verdicts.find(({ outcome }) => outcome === 'unknown')
      return headline(
        say`What would come of it is not known. `,
        open?.outcome === 'unknown' ? explainGap(open.gaps[0]) : [],
      )
    }
  }
}

/** Nova’s book is right either way: where the guest runs, no book of Nova’s says. */
const explainCpusKept = ({ kept, own }: NonNullable<OutcomeOf<'migrates'>['cpusKept']>): Sentence => {
  const cpus = (of: CpuSet | undefined) => (of ? say`CPUs ${{ code: formatCpus(of) }}` : say`all CPUs`)
  return [
    ...say`It runs on `,
    ...cpus(kept),
    ...say` of the destination, as its source’s options say; those of the destination say `,
    ...cpus(own),
    ...say`. The fault is Nova’s.`,
  ]
}

function arrives(what: Step['action']['do'], to: HostId | undefined): Sentence {
  if (to === undefined) return say`It moves.`
  switch (what) {
    case 'evacuate':
      return say`It is built anew on ${{ host: to }}.`
    case 'unshelve':
      return say`It runs on ${{ host: to }}.`
    default:
      return say`It moves to ${{ host: to }}.`
  }
}

function refused(what: Step['action']['do']): Sentence {
  switch (what) {
    case 'evacuate':
      return say`Nova refuses the evacuation. `
    case 'unshelve':
      return say`Nova finds no host for it. `
    default:
      return say`Nova refuses the move. `
  }
}

const notAsked = (gates: readonly GateVerdict[], outcome: Verdict['outcome']): boolean =>
  gates.some(({ asked, verdict }) => !asked && verdict.outcome === outcome)

/** Who answers last. */
export const nameDestination: Sentence = say`The destination`

const destination = (start: StartVerdict): Sentence => [...nameDestination, ': ', ...explainStart(start)]

export function nameGate(gate: Gate): Sentence {
  switch (gate) {
    case 'live-migration pre-check':
      return say`Live migration to a named host`
    case 'scheduler':
      return say`Where the scheduler sends it`
    case 'Placement':
      return say`The claim in Placement`
    case 'compute pre-check':
      return say`What the two computes compare`
    case 'claim':
      return say`The claim at the destination`
    case 'boot':
      return say`Booting the same guest there`
  }
}

/** `Live migration’s pre-check accepts: it counts 1,272 MiB available for 512 MiB (1,872 MiB × 1.5 less 1.5 GiB used).` */
function explainGate({ gate, verdict, asked, memory }: GateVerdict): Sentence {
  const aside = asked ? [] : say` (not asked on this path)`
  const counts = memory ? explainMemory(memory) : []
  switch (verdict.outcome) {
    case 'fits': {
      const place = explainPlace(verdict.placed)
      const on = place.length > 0 ? [' on ', ...place] : []
      const accepted = [' is accepted', ...on, ...(memory ? [': ', ...counts] : []), '.']
      return [...nameGate(gate), ...aside, ...accepted, ...explainBroken(verdict)]
    }
    case 'rejected': {
      const [{ by, reason }] = verdict.objections
      const who = by === gate ? [] : say` by ${{ code: by }}`
      const beside = memory && by !== gate ? [' Memory: ', ...counts, '.'] : []
      return [
        ...nameGate(gate),
        ...aside,
        ' is refused',
        ...who,
        ': ',
        ...explainRejection(reason),
        ...beside,
      ]
    }
    case 'unknown':
      return [...nameGate(gate), ...aside, ': ', ...explainGap(verdict.gaps[0])]
  }
}

const explainMemory = ({ needed, available, total, used, ratio }: MemoryCompared): Sentence => [
  ...say`${inMb(available)} available for ${inMb(needed)}, `,
  ...(ratio === undefined
    ? say`${inMb(total)} less ${inMb(used)} used`
    : say`${inMb(total)} × ${{ ratio }} less ${inMb(used)} used`),
]

function explainGuestChange({ result, start }: OutcomeOf<'guest-changes'>): Explanation {
  const details = start ? [explainStart(start)] : []
  switch (result) {
    case 'done':
      return { headline: say`Done. Nova’s book lets go of what the guest no longer takes.`, details }
    case 'unknown':
      return { headline: say`Nova’s book changes; whether the guest starts is not known.`, details }
    case 'fails on the host':
      return {
        headline: [...say`Nova kept the room, and the host has not: `, ...(start ? explainStart(start) : [])],
        details: start?.outcome === 'refuses' ? start.refusals.flatMap(explainWords) : [],
      }
  }
}

const explainHostChange = ({ result, free }: OutcomeOf<'host-changes'>): Explanation =>
  result === 'done'
    ? { headline: say`The host’s book changes. Nova does not notice.`, details: [] }
    : {
        headline: say`The kernel has only ${{ count: free, of: 'such pages' }} free there; nothing is taken.`,
        details: [],
      }

function explainImpossible(why: Impossible): Sentence {
  switch (why.kind) {
    case 'no-such':
      return say`There is no ${why.what} ${{ code: why.name }} in this snapshot.`
    case 'host-already-there':
      return say`There is a host ${{ host: why.host }} already.`
    case 'pages-exceed-memory':
      return say`Node ${{ count: why.node }} of ${{ host: why.host }} has ${{ memory: why.memory }}; ${{ memory: why.asked }} cannot be set aside there.`
    case 'no-service-record':
      return say`Whether the compute service of ${{ host: why.host }} is enabled and up was not read; half of it does not tell.`
    case 'does-not-start':
      return explainStartFault(why)
    case 'compute-up':
      return say`The API refuses: the compute service of ${{ host: why.host }} is up, and only what is down is evacuated.`
    case 'compute-down':
      return say`The compute service of ${{ host: why.host }} is down: nothing there does what the API asks.`
    case 'guest-state':
      return [
        ...say`The API refuses: ${{ guest: why.guest, name: why.guest }} is ${{ code: why.state }}, and must be one of: `,
        ...listed(why.needs.map((state): Sentence => [{ code: state }])),
        '.',
      ]
    case 'guest-busy':
      return say`The API refuses: Nova is still at work on ${{ guest: why.guest, name: why.guest }} (${{ code: why.taskState }}).`
    case 'host-not-in-zone':
      return say`The API refuses: ${{ host: why.host }} is not in zone ${{ code: why.zone }}, which the guest keeps.`
    case 'same-flavor':
      return say`${{ guest: why.guest, name: why.guest }} is of ${{ code: why.flavor }} already: Nova refuses to resize it to that.`
    case 'disk-shrinks':
      return say`${{ guest: why.guest, name: why.guest }} has a root disk of ${{ count: why.fromGb }} GiB, and Nova does not shrink it to ${{ count: why.toGb }} GiB.`
    case 'already-there':
      return say`There is a guest ${{ guest: why.guest, name: why.guest }} already.`
    case 'not-observed':
      return say`Nobody looked at ${{ host: why.host }} itself: its own book is not known.`
    case 'no-nova-record':
      return say`Nova’s record of ${{ host: why.host }} was not read.`
    case 'not-holding':
      return say`${why.by} holds ${{ pages: why.held, size: why.size }} on node ${{ count: why.node }}; it cannot give back ${{ count: why.asked }}.`
    case 'option-absent':
      return why.since === undefined
        ? say`This release of Nova has no ${{ code: why.option }}.`
        : say`This release of Nova has no ${{ code: why.option }}; ${{ release: why.since }} is the first that does.`
  }
}
