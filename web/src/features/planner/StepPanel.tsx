import {
  type Action,
  type BookAnswer,
  explainAlike,
  explainSeen,
  figure,
  inMiB,
  type KiB,
  nameAnswers,
  pageSizeText,
  plain,
} from '@headroom/shared'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useDesk } from '../../api/desk.tsx'
import { useLong } from '../../api/use-long.ts'
import { BarLegend } from '../../components/BarLegend.tsx'
import { Button } from '../../components/Button.tsx'
import { CellBar } from '../../components/CellBar.tsx'
import { Pill } from '../../components/Pill.tsx'
import { Say } from '../../components/Say.tsx'
import { Failure, Waiting } from '../../components/States.tsx'
import { VerdictChip } from '../../components/Verdict.tsx'
import { Working } from '../../components/Working.tsx'
import type { CloudAsk } from '../../worker/desk.ts'
import { Checks } from './Checks.tsx'
import { Fits } from './Fits.tsx'
import { GuestXml } from './GuestXml.tsx'
import { stepQuery } from './queries.ts'
import { Room } from './Room.tsx'
import type {
  BarChange,
  ByRelease,
  GateRow,
  PlanAsk,
  ReleaseAnswer,
  StepCard,
  StepView,
} from './view-model.ts'

interface StepPanelProps {
  readonly cloud: CloudAsk
  /** The plan up to and with the step. */
  readonly plan: PlanAsk
  readonly hosts: number
  readonly other: { readonly release: string; readonly card: StepCard | undefined } | undefined
  readonly onInsert: (action: Action) => void
}

/** One step in full: the sentence, the log line, the bars, then hosts by checks. */
export function StepPanel({ cloud, plan, hosts, other, onInsert }: StepPanelProps) {
  const { data: step, error, refetch } = useQuery(stepQuery(useDesk(), cloud, plan))
  if (error) return <Failure what="This step cannot be shown." error={error} again={() => void refetch()} />
  if (!step) return <Waiting what="Replaying the plan" />
  const number = plan.actions.length
  return (
    <>
      <section aria-labelledby="step" className="panel flex flex-col gap-3 px-4 py-3.5">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <h2 id="step" className="font-semibold">
            Step {number} · {plain(nameAnswers(step))}
          </h2>
          {step.differs.map((kind) => (
            <Pill key={kind}>{kind.replace('-', ' ')}</Pill>
          ))}
        </div>
        {step.bars.map((bar) => (
          <Bars key={`${bar.host} ${bar.cell} ${bar.before.size} ${bar.kind}`} bar={bar} />
        ))}
        {step.barsLeftOut > 0 && <p className="text-xs text-muted">{step.barsLeftOut} more pools change.</p>}
        <p>
          <Say sentence={step.says} />
        </p>
        {step.details.length > 0 && (
          <ul className="flex flex-col gap-1 text-xs text-muted">
            {step.details.map((detail, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: sentences of one answer, in its order
              <li key={i}>
                <Say sentence={detail} />
              </li>
            ))}
          </ul>
        )}
        {step.log.map((line) => (
          <p key={line.says} className="text-xs">
            <code className="block break-words whitespace-pre-wrap text-muted">{line.says}</code>
            <span className="text-muted">
              <Say sentence={explainSeen(line)} />
            </span>
          </p>
        ))}
        {other?.card && (
          <p className="flex flex-wrap items-baseline gap-1.5 border-t border-line pt-3 text-xs">
            <span>
              Under <b>{other.release}</b>:
            </span>
            <Chips {...other.card} />
            <span className="basis-60 text-muted">
              <Say sentence={other.card.says} />
            </span>
          </p>
        )}
      </section>
      {isRefused(step) && <Fits cloud={cloud} plan={plan} onInsert={onInsert} />}
      {step.gates.length > 0 && <Gates gates={step.gates} />}
      {step.checks && step.checks.hosts > 0 && (
        <Checks head={step.checks} about={step.about} cloud={cloud} plan={plan} />
      )}
      {step.room && <Room room={step.room} />}
      {step.xml && <GuestXml xml={step.xml} />}
      <ReleaseAnswers cloud={cloud} plan={plan} hosts={hosts} />
      {step.bars.length > 0 && <BarLegend />}
    </>
  )
}

const isRefused = ({ nova, host }: StepView): boolean => nova === 'no' || host === 'no'

export const Chips = ({ nova, host }: Pick<StepCard, 'nova' | 'host'>) => (
  <span className="inline-flex gap-1.5">
    {nova && <VerdictChip book="Nova" answer={nova} />}
    {host && <VerdictChip book="host" answer={host} />}
  </span>
)

function Bars({ bar: { host, cell, before, after, kind } }: { readonly bar: BarChange }) {
  const of = `${host} cell ${cell}`
  return (
    <div className="flex flex-col gap-1">
      <p className="text-xs text-muted">
        {of}, {pageSizeText(before.size)} pages, before → after{kind === 'booked' && ' by Nova’s book'}
      </p>
      <CellBar books={before} of={`${of} before`} size="full" />
      <CellBar books={after} of={`${of} after${kind === 'booked' ? ' by Nova’s book' : ''}`} size="full" />
    </div>
  )
}

const said: Partial<Record<BookAnswer, string>> = {
  yes: 'accepts',
  no: 'refuses',
  unknown: 'cannot be told',
  'at risk': 'at risk',
  altered: 'not as asked',
}
const tones: Partial<Record<BookAnswer, string>> = {
  yes: 'text-ok',
  no: 'text-bad',
  unknown: 'text-muted',
  'at risk': 'text-warn',
  altered: 'text-bad',
}

/** Memory as Nova compares it. */
const mib = (memory: KiB) => `${figure(inMiB(memory))} MiB`

function Gates({ gates }: { readonly gates: readonly GateRow[] }) {
  return (
    <section aria-labelledby="gates" className="panel px-4 py-3.5">
      <h2 id="gates" className="font-semibold">
        Gates <span className="text-xs text-muted">each with its own arithmetic</span>
      </h2>
      <div className="relative mt-1 overflow-x-auto">
        <table aria-labelledby="gates" className="block w-full text-left sm:table">
          <thead className="sr-only text-xs text-muted sm:not-sr-only sm:table-header-group">
            <tr className="[&>th]:py-1.5 [&>th]:pr-4 [&>th]:font-semibold">
              <th scope="col">Gate</th>
              <th scope="col" className="text-right">
                available
              </th>
              <th scope="col" className="text-right">
                needed
              </th>
              <th scope="col">Answer</th>
              <th scope="col">Counted as</th>
            </tr>
          </thead>
          <tbody className="block sm:table-row-group">
            {gates.map((gate, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: gates of one answer, in their order
              <Gate key={i} gate={gate} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

function Gate({ gate: { name, asked, answer, memory, why } }: { readonly gate: GateRow }) {
  return (
    <tr className="block border-t border-line py-2 align-baseline sm:table-row sm:[&>*]:py-2 sm:[&>*]:pr-4">
      <th scope="row" className="block font-semibold sm:table-cell sm:min-w-36">
        <Say sentence={name} />
        {!asked && <span className="block text-xs font-normal text-muted">not asked on this path</span>}
      </th>
      <td className="figure block sm:table-cell sm:text-right">
        {memory && (
          <>
            <span className={tones[answer]}>{mib(memory.available)}</span>
            <span className="text-xs text-muted sm:hidden"> available</span>
          </>
        )}
      </td>
      <td className="figure block sm:table-cell sm:text-right">
        {memory && (
          <>
            {mib(memory.needed)}
            <span className="text-xs text-muted sm:hidden"> needed</span>
          </>
        )}
      </td>
      <td className={`block font-semibold sm:table-cell ${tones[answer]}`}>{said[answer]}</td>
      <td className="block text-xs text-muted sm:table-cell">
        {memory && (
          <span className="block">
            {mib(memory.total)}
            {memory.ratio !== undefined && ` × ${memory.ratio}`} − {mib(memory.used)} used
          </span>
        )}
        {why && <Say sentence={why} />}
      </td>
    </tr>
  )
}

/** Above this, replaying a plan under every release takes long enough to be asked for. */
const askedAbove = 200

function ReleaseAnswers({ cloud, plan, hosts }: Pick<StepPanelProps, 'cloud' | 'plan' | 'hosts'>) {
  const [asked, setAsked] = useState(false)
  const enabled = asked || hosts <= askedAbove
  const desk = useDesk()
  const answer = useLong(['release answers', cloud, plan], (tell) => desk.releaseAnswers(cloud, plan, tell), {
    enabled,
  })
  const { data, error, isStopped, again } = answer
  return (
    <section aria-labelledby="releases" className="panel px-4 py-3.5">
      <h2 id="releases" className="font-semibold">
        By release
      </h2>
      {!enabled ? (
        <p className="mt-2 text-xs text-muted">
          <Button onPress={() => setAsked(true)}>Ask every release</Button> It takes a while on {hosts} hosts.
        </p>
      ) : error && !isStopped ? (
        <Failure what="The releases cannot be asked." error={error} again={again} />
      ) : data ? (
        <>
          <AnswerList answers={data.answers} />
          {data.rules.length > 0 && <RuleList rules={data.rules} />}
        </>
      ) : (
        <Working what="Asking every release" many="releases" {...answer} />
      )}
    </section>
  )
}

/** Rules of the cloud's own release without which the step would go well. */
function RuleList({ rules }: Pick<ByRelease, 'rules'>) {
  return (
    <>
      <h3 className="mt-3 border-t border-line pt-3 text-xs font-semibold">Rules that make the difference</h3>
      <ul className="mt-1 text-xs">
        {rules.map((lines, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rules of one step, in their order
          <li key={i} className="mt-1.5 border-l-2 border-line pl-2 text-muted">
            {lines.map((line, n) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: sentences of one rule, in their order
              <p key={n}>
                <Say sentence={line} />
              </p>
            ))}
          </li>
        ))}
      </ul>
    </>
  )
}

function AnswerList({ answers }: { readonly answers: readonly ReleaseAnswer[] }) {
  const [only] = answers
  if (answers.length === 1 && only)
    return (
      <p className="mt-1 text-xs text-muted">
        <Say sentence={explainAlike(only.first, only.last)} />
      </p>
    )
  return (
    <ul className="mt-1">
      {answers.map(({ first, last, says, nova, host }) => (
        <li
          key={first}
          className="flex flex-wrap items-baseline gap-x-3 gap-y-1 border-t border-line py-2 text-xs first:border-t-0"
        >
          <span className="w-44 font-semibold">{first === last ? first : `${first} – ${last}`}</span>
          <Chips nova={nova} host={host} />
          <span className="min-w-0 flex-1 basis-60 text-muted">
            <Say sentence={says} />
          </span>
        </li>
      ))}
    </ul>
  )
}
