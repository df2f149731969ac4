import type { Cloud } from '../planner/cloud.ts'
import { type Arg, type Check, commandsOf, type Run } from '../planner/commands.ts'
import { disagreementsIn } from '../planner/disagreement.ts'
import type { Played } from '../planner/replay.ts'
import { explainAction } from './action.ts'
import { plain } from './sentence.ts'
import { explainStep } from './step.ts'

/** A plan that was replayed: the cloud it began with, and each step with the cloud after it. */
export interface PlanReplayed {
  readonly name: string
  readonly start: Cloud
  readonly played: readonly Played[]
}

/** One line of text, whatever names and values it has. */
const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()

const title = ({ name, start }: PlanReplayed): string =>
  oneLine(`${name}: ${start.snapshot.name} under Nova ${start.release.name}`)

/** The report: a heading, a table of the steps, then each step with what both books say of it. */
export function planMarkdown(plan: PlanReplayed): string {
  const rows = plan.played.map(({ step }, index) => {
    const { headline } = explainStep(step)
    const cells = [
      `${index + 1}`,
      plain(explainAction(step.action)),
      plain(headline),
      differs(step).join(', '),
    ]
    return `| ${cells.map(inTable).join(' | ')} |`
  })
  const steps = plan.played.flatMap(({ step }, index) => {
    const { headline, details } = explainStep(step)
    return [
      `## ${index + 1}. ${inText(plain(explainAction(step.action)))}`,
      '',
      inText(plain(headline)),
      ...(details.length > 0 ? ['', ...details.map((detail) => `- ${inText(plain(detail))}`)] : []),
      ...(step.touched.length > 0 ? ['', `Hosts: ${step.touched.map(inText).join(', ')}.`] : []),
      '',
    ]
  })
  return [
    `# ${inText(title(plan))}`,
    '',
    '| Step | What is asked | What comes of it | How the books differ |',
    '| ---: | --- | --- | --- |',
    ...rows,
    '',
    ...steps,
  ].join('\n')
}

const differs = (step: Played['step']): readonly string[] => disagreementsIn(step)

const inText = (text: string): string => oneLine(text).replace(/[\\`*_[\]<>#|]/g, '\\$&')
const inTable = inText

/** A row a step; what a spreadsheet would take for a formula is text. */
export const planCsv = ({ played }: PlanReplayed): string =>
  [
    ['step', 'action', 'asked', 'outcome', 'says', 'differs', 'hosts'],
    ...played.map(({ step }, index) => [
      `${index + 1}`,
      step.action.do,
      plain(explainAction(step.action)),
      step.outcome.kind,
      plain(explainStep(step).headline),
      differs(step).join(' '),
      step.touched.join(' '),
    ]),
  ]
    .map((row) => `${row.map(csvCell).join(',')}\r\n`)
    .join('')

function csvCell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/**
 * What to run, in order, as a shell script that stops at the first check or command that fails. It holds what only the
 * operator knows as variables, and what is not a command as comments.
 */
export function planScript(plan: PlanReplayed): string {
  const steps = plan.played.map(({ step }, index) => {
    const before = index === 0 ? plan.start : (plan.played[index - 1]?.cloud ?? plan.start)
    const { checks, runs } = step.action.disabled ? { checks: [], runs: [] } : commandsOf(before, step.action)
    return { index, step, checks, runs }
  })
  const fills = [
    ...new Set(
      steps.flatMap(({ runs }) =>
        runs.flatMap((run) =>
          run.kind === 'client' ? run.argv.flatMap((arg) => (typeof arg === 'string' ? [] : arg.fill)) : [],
        ),
      ),
    ),
  ].sort()
  const blocks = steps.map(({ index, step, checks, runs }) =>
    [
      comment(`${index + 1}. ${plain(explainAction(step.action))}`),
      comment(plain(explainStep(step).headline)),
      ...checks.map(checkLine),
      ...runs.flatMap(runLines),
    ].join('\n'),
  )
  return [
    '#!/bin/sh',
    comment(title(plan)),
    comment(
      'Read it before you run it: each step was worked out on the snapshot, not on the cloud as it is now.',
    ),
    'set -eu',
    ...fills.map((name) => `: "\${${name}:?${fillMeaning[name]}}"`),
    'check() { want=$1; shift; got=$("$@"); [ "$got" = "$want" ] || { echo "expected $want, got $got: $*" >&2; exit 1; }; }',
    '',
    blocks.join('\n\n'),
    '',
  ].join('\n')
}

const fillMeaning: Readonly<Record<Extract<Arg, { fill: string }>['fill'], string>> = {
  IMAGE: 'the image of new guests',
  NETWORK: 'the network of new guests',
}

const comment = (text: string): string => `# ${oneLine(text)}`

const checkLine = ({ argv, is }: Check): string => `check ${quoted(is)} ${commandLine(argv)}`

function runLines(run: Run): readonly string[] {
  switch (run.kind) {
    case 'client':
      return [commandLine(run.argv)]
    case 'nova.conf':
      return [
        comment(
          `In nova.conf ${run.host === undefined ? 'of every host that reads it' : `of ${run.host}`}, [${run.section}]:`,
        ),
        ...run.lines.map((line) => comment(`  ${line}`)),
        comment(`then restart ${run.restart}.`),
      ]
    case 'pools':
      return [
        comment(`On ${run.host}: reboot${run.lines.length > 0 ? ', with huge pages set as it boots:' : '.'}`),
        ...run.lines.map((line) => comment(`  ${line}`)),
      ]
    case 'by hand':
      return [comment('OpenStack has no command for this.')]
    case 'not in this release':
      return [
        comment('No command of this release names a host and asks the filters. This one skips them:'),
        comment(`  ${commandLine(run.instead)}`),
      ]
  }
}

/** A command as POSIX sh reads it. */
export const commandLine = (argv: readonly Arg[]): string =>
  argv.map((arg) => (typeof arg === 'string' ? quoted(arg) : `"$${arg.fill}"`)).join(' ')

const quoted = (text: string): string =>
  /^[A-Za-z0-9_@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
