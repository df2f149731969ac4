import { expect, test } from 'vitest'
import { HostId } from '../model/ids.ts'
import type { Verdict } from '../placement/verdict.ts'
import type { StartVerdict } from '../reality/start-verdict.ts'
import { migrates } from './move-outcome.ts'
import type { GateVerdict } from './step.ts'

const host = HostId('b')
const gap = { source: undefined, host, guest: undefined, what: 'service', why: 'absent' } as const
const verdicts: Readonly<Record<string, Verdict>> = {
  yes: { host, outcome: 'fits', placed: undefined, passed: [] },
  no: {
    host,
    outcome: 'rejected',
    objections: [{ by: 'ComputeFilter', reason: { kind: 'host-down' } }],
    passed: [],
  },
  '?': { host, outcome: 'unknown', gaps: [gap], passed: [] },
}
const starts: Readonly<Record<string, StartVerdict>> = {
  yes: { host, outcome: 'starts', remarks: [], assumes: [] },
  no: {
    host,
    outcome: 'refuses',
    refusals: [
      { kind: 'driver-raises', moment: 'define', words: undefined, exception: 'Invalid', detail: '' },
    ],
  },
  '?': { host, outcome: 'unknown', gaps: [gap] },
}

/** `(no)` is a gate that is not asked. */
const gates = (words: string): readonly GateVerdict[] =>
  words.split(' ').flatMap((word): readonly GateVerdict[] => {
    const verdict = verdicts[word.replace(/[()]/g, '')]
    return verdict ? [{ gate: 'scheduler', verdict, asked: !word.startsWith('(') }] : []
  })

test.each<[string, string, 'taken' | 'none taken', string, string]>([
  ['every gate and the host accept', 'yes yes', 'taken', 'yes', 'moves'],
  ['nobody has to start a guest that is shut off', 'yes', 'taken', '', 'moves'],
  ['a gate that refuses ends it', 'yes no', 'taken', 'yes', 'refused by Nova'],
  ['whatever another gate does not know', '? no', 'taken', 'yes', 'refused by Nova'],
  ['and whatever the host would say', 'no', 'taken', 'no', 'refused by Nova'],
  ['a gate that is not asked does not count', 'yes (no) (?)', 'taken', 'yes', 'moves'],
  ['a gate that does not know leaves it open', 'yes ?', 'taken', 'yes', 'unknown'],
  ['also where the host refuses', '?', 'taken', 'no', 'unknown'],
  ['the host has the last word', 'yes', 'taken', 'no', 'fails on the host'],
  ['and may not know', 'yes', 'taken', '?', 'unknown'],
  ['no host was taken: all refuse', 'no no', 'none taken', '', 'refused by Nova'],
  ['no host was taken: one of them might have', 'no ?', 'none taken', '', 'unknown'],
  ['there is no host', '', 'none taken', '', 'refused by Nova'],
])('%s', (_, asked, taken, start, result) => {
  const to = taken === 'taken' ? host : undefined
  expect(migrates(gates(asked), to, starts[start]).result).toBe(result)
})
