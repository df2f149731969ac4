import { figure } from '@headroom/shared'
import type { StepCard } from './view-model.ts'

/** The one thing to know of a plan: how many steps Nova takes that the host does not, and the like. */
export function PlanSentence({ cards }: { readonly cards: readonly StepCard[] }) {
  const { wrong, facts } = summary(cards)
  const steps = `${figure(cards.length)} ${cards.length === 1 ? 'step' : 'steps'}`
  if (facts.length === 0)
    return <b>Both books agree on {cards.length === 1 ? 'the step' : `all ${steps}`}.</b>
  return (
    <>
      Of {steps}, <b className={wrong ? 'text-bad' : ''}>{facts.join('; ')}</b>.
    </>
  )
}

function summary(cards: readonly StepCard[]): { readonly wrong: boolean; readonly facts: readonly string[] } {
  const count = (is: (card: StepCard) => boolean) => cards.filter(is).length
  const broken = count(({ nova, host }) => nova === 'yes' && host === 'no')
  const retried = count(({ host }) => host === 'retried')
  const refused = count(({ nova }) => nova === 'no')
  const could = count(({ nova, host }) => nova === 'no' && host === 'yes')
  const unknown = count(({ nova, host }) => nova === 'unknown' || host === 'unknown')
  const impossible = count(({ nova, host }) => nova === undefined && host === undefined)
  const fact = (n: number, one: string, many: string) =>
    n === 0 ? [] : [`${figure(n)} ${n === 1 ? one : many}`]
  return {
    wrong: broken > 0,
    facts: [
      ...fact(broken, 'passes Nova and fails on the host', 'pass Nova and fail on the host'),
      ...fact(retried, 'runs only after a retry', 'run only after a retry'),
      ...fact(refused - could, 'is refused by Nova', 'are refused by Nova'),
      ...fact(could, 'is refused by Nova where the host could', 'are refused by Nova where the host could'),
      ...fact(unknown, 'cannot be told', 'cannot be told'),
      ...fact(impossible, 'cannot be tried', 'cannot be tried'),
    ],
  }
}
