export type { CellResource, Consumer, Entry, HostResource, Ledger } from './accounting/ledger.ts'
export { pagesOf } from './accounting/ledger.ts'
export { groupBy, isNonEmpty, type NonEmpty, Overlay } from './collections.ts'
export { divergences } from './divergence/compare.ts'
export { type Cause, type Divergence, defaultTolerance } from './divergence/detectors.ts'
export type {
  DivergenceKind,
  Held,
  NovaPool,
  PoolBooks,
  PoolDivergence,
  Remedy,
  Suspect,
} from './divergence/divergence.ts'
export { type BothBooks, poolBooks } from './divergence/pools.ts'
export { hostRemedy } from './divergence/remedy.ts'
export { worstFirst } from './divergence/worst-first.ts'
export { addFiles, readFiles } from './evidence/assemble.ts'
export type { Counted, Evidence as ReadEvidence, Import, ImportedFile, InputFile } from './evidence/import.ts'
export { isProbe, type ProbeDocument, parseProbe } from './evidence/probe.ts'
export { formats, recognise } from './evidence/recognise.ts'
export { explainAction } from './explain/action.ts'
export { explainInTime, explainLife, explainStorm } from './explain/again.ts'
export {
  explainAlike,
  explainMisread,
  explainNoFit,
  explainSeen,
  nameAnswers,
} from './explain/answers.ts'
export { briefPass, briefRejection, briefStart } from './explain/brief.ts'
export { explainCompared, explainParting, partingKey } from './explain/comparison.ts'
export {
  type CountedLine,
  type CountedName,
  countedAt,
  countedBy,
  countedByHost,
  countedNames,
} from './explain/counted.ts'
export { explainDivergence, explainRemedy, explainSuspect } from './explain/divergence.ts'
export { explainCause, explainDiverging, nameCause, nameWitness } from './explain/diverging.ts'
export { explainDrainRemark, explainMove } from './explain/drain.ts'
export type { Explanation } from './explain/explanation.ts'
export { explainFinding, nameSeverity } from './explain/finding.ts'
export { explainFit } from './explain/fit.ts'
export { explainGap } from './explain/gap.ts'
export { amountOf } from './explain/headline.ts'
export { explainHolder, nameHolder } from './explain/holder.ts'
export { explainHostRemark } from './explain/host-remark.ts'
export { explainKind, nameKind } from './explain/kind.ts'
export { explainGateSays, matrixCsv, nameGateOfMatrix } from './explain/matrix.ts'
export { explainNextBoot } from './explain/next-boot.ts'
export { type PlanReplayed, planCsv, planMarkdown, planScript } from './explain/plan-export.ts'
export { nameReason } from './explain/reason.ts'
export { explainMoment, explainRefusal, explainWords } from './explain/refusal.ts'
export { explainRejection } from './explain/rejection.ts'
export { divergencesReport, stepsReport, verdictsReport } from './explain/report.ts'
export { explainRule } from './explain/ruled.ts'
export {
  figure,
  memoryText,
  pageSizeText,
  plain,
  type Sentence,
  say,
  type Word,
  wordText,
} from './explain/sentence.ts'
export { explainStanding, type Standing, type WorstCell } from './explain/standing.ts'
export { explainStep, nameDestination, nameGate } from './explain/step.ts'
export { explainUntold } from './explain/untold.ts'
export { explainObjections, explainPlace, explainStart, explainVerdict } from './explain/verdict.ts'
export { inspect } from './inspect/inspect.ts'
export type {
  Amount,
  Finding,
  Got,
  InspectedCell,
  InspectedDomain,
  Inspection,
  Matter,
  Severity,
} from './inspect/inspection.ts'
export { answer } from './jsonl.ts'
export type {
  CpuPolicy,
  CpuThreadPolicy,
  EmulatorThreadsPolicy,
  GuestCell,
  GuestTopology,
  HostCell,
  PagePool,
  PageSizeRequest,
} from './model/cell.ts'
export { type CpuSet, cpuSet, formatCpus, parseCpus } from './model/cpus.ts'
export type { Flavor, ImageProps } from './model/flavor.ts'
export type { Guest, VmState } from './model/guest.ts'
export { type HolderClass, holderClass } from './model/holder-class.ts'
export type {
  AllocationRatios,
  GlobalPool,
  Host,
  HostConfig,
  HostObservation,
  KernelPool,
  NovaHost,
  ObservedNode,
  PageHolder,
  ReservedPages,
  ServiceState,
} from './model/host.ts'
export { AggregateId, CellId, GuestId, HostId, Instant, SourceId } from './model/ids.ts'
export type { Migration } from './model/migration.ts'
export type { Allocation, Amounts, Inventory, PlacementRecord, ResourceProvider } from './model/provider.ts'
export { ProviderId } from './model/provider.ts'
export type { Aggregate, CloudSettings, Gap, GapReason, Snapshot, Source } from './model/snapshot.ts'
export { located, readJson } from './parsing/json.ts'
export type { Parsed, Place, Problem } from './parsing/parsed.ts'
export { problemsOf } from './parsing/salvage.ts'
export { type Choice, choose, type OneHost } from './placement/choose.ts'
export { diskRoom, type Room, ramRoom, vcpusRoom } from './placement/filters/room.ts'
export { firstFit, fitToHost } from './placement/fit/fit-to-host.ts'
export { type HostState, hostState } from './placement/host-state.ts'
export { enabledFilters, judge } from './placement/judge.ts'
export { type InventoryHeld, inventoriesHeld } from './placement/record.ts'
export type { OnCell, Rejection } from './placement/rejection.ts'
export type { Constraints } from './placement/request/constraints.ts'
export { numaConstraints } from './placement/request/numa-constraints.ts'
export {
  type PlacementRequest,
  placementRequest,
  type Resources,
  type SchedulerHints,
} from './placement/request.ts'
export type { Objection, Verdict } from './placement/verdict.ts'
export type { Action, Plan } from './planner/action.ts'
export { answerOf, answersOf, type BookAnswer, hostOfStart, type StepAnswers } from './planner/answers.ts'
export { tryRules } from './planner/blame.ts'
export { compare, diverge, divergencesOn, poolsOf } from './planner/books.ts'
export { type Cloud, cloudOf, guestsOn, realityOf, rulesOf, withoutGuest } from './planner/cloud.ts'
export {
  type ComparedStep,
  comparePlans,
  comparing,
  type Parting,
  type PlanComparison,
  type PlanSide,
} from './planner/compare-plans.ts'
export { disagreement, disagreementsIn } from './planner/disagreement.ts'
export { type Draft, type Edit, edited, openDraft } from './planner/draft.ts'
export { drain } from './planner/drain/drain.ts'
export {
  type Afterwards,
  type Downtime,
  type DrainPlan,
  type DrainRemark,
  type DrainRequest,
  drainRequest,
  type Move,
  type Stays,
} from './planner/drain/plan.ts'
export { type Survival, survive, surviveAny, surviveZones, type ZoneLost } from './planner/drain/survive.ts'
export { type Drainable, drainSweep } from './planner/drain/sweep.ts'
export { guestsInTime, hostRemarksOn, stormOn } from './planner/guests-in-time.ts'
export { type HeadroomAnswer, type HeadroomAsk, headroomAsked } from './planner/headroom/asked.ts'
export { type FairShare, fairShare, type Share } from './planner/headroom/fair-share.ts'
export {
  headroom,
  headroomByPlace,
} from './planner/headroom/headroom.ts'
export type {
  FlavorHeadroom,
  HeadroomByPlace,
  HostRoom,
  Room as HeadroomRoom,
  RoomAt,
} from './planner/headroom/room.ts'
export { finished, type Long, type Progress, part } from './planner/long.ts'
export { type GateSays, type MatrixCell, migrateMatrix } from './planner/matrix.ts'
export { type More, type NextBoot, nextBoot } from './planner/next-boot.ts'
export { type NovaBook, novaBookOf } from './planner/nova-book.ts'
export { type Played, play, playing, replay } from './planner/replay.ts'
export type {
  Attempt,
  BootOutcome,
  Gate,
  GateVerdict,
  Impossible,
  MemoryCompared,
  Outcome,
  Returning,
  Step,
} from './planner/step.ts'
export { type BothVerdicts, verdictsOn } from './planner/verdicts.ts'
export { type Fit, type FitChange, tryChanges, whatWouldFit } from './planner/what-would-fit.ts'
export { type XmlStory, xmlStory } from './planner/xml-story.ts'
export type { GuestInTime, Life, NodePages, Sleeper, StartStorm, StormOrder } from './reality/again.ts'
export type { Backing, Binding, Domain, DomainCell } from './reality/domain.ts'
export { asLibvirtReads, type GuestXml, type WrittenMemory, xmlText } from './reality/guest-xml.ts'
export type { HostRemark } from './reality/host-remark.ts'
export { type GuestMemory, hostRemarks } from './reality/host-remarks.ts'
export type { Launch } from './reality/launch.ts'
export { holderKey, observe, poolOf, promisedOf } from './reality/observe.ts'
export type { NodePool, PoolHolder, Reality, RealNode } from './reality/reality.ts'
export type { Moment, Refusal, Words } from './reality/refusal.ts'
export { qemuCheck, startCheck } from './reality/start.ts'
export type { StartVerdict } from './reality/start-verdict.ts'
export { type Conformance, conformance } from './releases/conformance.ts'
export { releaseById, releases } from './releases/index.ts'
export { after, type Changes, type Evidence, type Release } from './releases/release.ts'
export type { RuleName, Rules } from './releases/rules.ts'
export {
  exceeds,
  GiB,
  inBytes,
  inMiB,
  KiB,
  MiB,
  memoryOf,
  minus,
  PageSize,
  Pages,
  pagesFor,
  plus,
  type Quantity,
  sum,
} from './units.ts'
export { DrainRequestV1, readDrainRequest } from './wire/drain.ts'
export { type HeadroomRequest, HeadroomRequestV1, readHeadroomRequest } from './wire/headroom.ts'
export { PlanV1, readPlan, writePlan } from './wire/plan.ts'
export { readVerdictRequest, type VerdictRequest, VerdictRequestV1 } from './wire/request.ts'
export { isSnapshot, readSnapshot, SnapshotV1, writeSnapshot } from './wire/snapshot.ts'
