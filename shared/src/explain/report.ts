import type { Divergence } from '../divergence/detectors.ts'
import type { Step } from '../planner/step.ts'
import type { BothVerdicts } from '../planner/verdicts.ts'
import { explainAction } from './action.ts'
import { explainRemedy } from './divergence.ts'
import { explainDiverging } from './diverging.ts'
import { plain } from './sentence.ts'
import { explainStep } from './step.ts'
import { explainObjections, explainStart, explainVerdict } from './verdict.ts'

/** Both books' verdicts for a terminal: a host a paragraph, Nova's line before the host's. */
export const verdictsReport = (verdicts: readonly BothVerdicts[]): string =>
  verdicts
    .map(({ host, nova, start }) =>
      lines([
        host,
        ...(nova.outcome === 'rejected' ? explainObjections(nova) : [explainVerdict(nova)]).map(
          (sentence) => `  ${plain(sentence)}`,
        ),
        ...(start ? [`  ${plain(explainStart(start))}`] : []),
      ]),
    )
    .join('\n')

/** A plan and what both books make of it, for a terminal: a step a paragraph. */
export const stepsReport = (steps: readonly Step[]): string =>
  steps
    .map((step, index) => {
      const { headline, details } = explainStep(step)
      return lines([
        `${index + 1}. ${plain(explainAction(step.action))}`,
        `   ${plain(headline)}`,
        ...details.map((detail) => `   - ${plain(detail)}`),
      ])
    })
    .join('\n')

/** Divergences for a terminal, a paragraph each: what is wrong, what explains it, the lines that mend it. */
export const divergencesReport = (all: readonly Divergence[]): string =>
  all
    .map((one) => {
      const { headline, details } = explainDiverging(one)
      return lines([
        plain(headline),
        ...details.map((detail) => `  - ${plain(detail)}`),
        ...(one.remedy
          ? [`  ${plain(explainRemedy(one.remedy))}`, ...one.remedy.lines.map((line) => `    ${line}`)]
          : []),
      ])
    })
    .join('\n')

const lines = (all: readonly string[]): string => all.map((line) => `${line}\n`).join('')
