import type { GateSays, MatrixCell } from '../planner/matrix.ts'
import { explainRefusal } from './refusal.ts'
import { explainRejection } from './rejection.ts'
import { plain, type Sentence, say } from './sentence.ts'
import { nameDestination, nameGate } from './step.ts'

/** What a gate says to a move: `accepts`, or the reason. */
export function explainGateSays(says: GateSays): Sentence {
  if (!('why' in says)) return says.outcome === 'accepts' ? say`accepts` : say`not known`
  return says.gate === 'host' ? explainRefusal(says.why) : explainRejection(says.why.reason)
}

export const nameGateOfMatrix = (gate: GateSays['gate']): Sentence =>
  gate === 'host' ? nameDestination : nameGate(gate)

const gates = ['live-migration pre-check', 'scheduler', 'claim', 'host', 'boot'] as const

/** The matrix as a table for a spreadsheet (RFC 4180). A gate that is not asked on the path stands in brackets. */
export function matrixCsv(cells: readonly MatrixCell[]): string {
  const rows = cells.map((cell) => [
    cell.guest,
    cell.host,
    cell.taken,
    cell.disagree ? 'differs from booting' : '',
    ...gates.map((gate) => {
      const says = cell.gates.find((one) => one.gate === gate)
      if (!says) return ''
      const words = plain(explainGateSays(says))
      return says.asked ? words : `(${words})`
    }),
  ])
  return [['guest', 'host', 'taken', 'gates', ...gates], ...rows]
    .map((row) => row.map(quoted).join(','))
    .join('\r\n')
}

const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
