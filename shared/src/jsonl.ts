import { z } from 'zod'
import { constraints } from './jsonl/constraints.ts'
import { cpuTopology } from './jsonl/cpu-topology.ts'
import { domainXml } from './jsonl/domain-xml.ts'
import { fit } from './jsonl/fit.ts'
import { hostFromCapabilities } from './jsonl/host-from-capabilities.ts'
import { livemigCheck } from './jsonl/livemig-check.ts'
import { type Op, unsupported } from './jsonl/op.ts'
import { parseReserved } from './jsonl/parse-reserved.ts'
import { sequence } from './jsonl/sequence.ts'
import { stored } from './jsonl/stored.ts'
import { usage } from './jsonl/usage.ts'
import { weigh } from './jsonl/weigh.ts'
import type { Release } from './releases/release.ts'

/** By the name a request has in `op`. */
const ops = new Map<string, Op>(
  Object.entries({
    constraints,
    cpu_topology: cpuTopology,
    domain_xml: domainXml,
    fit,
    host_from_capabilities: hostFromCapabilities,
    livemig_check: livemigCheck,
    parse_reserved: parseReserved,
    sequence,
    stored,
    usage,
    weigh,
  }),
)

const envelope = z.looseObject({ op: z.string(), id: z.unknown().optional() })

/**
 * One line of JSON in, one out: `{"op": …, "id": …, …}` and `{"id": …, "out": {…}}`. What is not modelled is
 * `{"unsupported": true}`; a line that is no request is answered too, with what was wrong with it.
 */
export function answer(line: string, release: Release): string {
  const request = parsed(line)
  const head = envelope.safeParse(request)
  const id = head.success && head.data.id !== undefined ? { id: head.data.id } : {}
  return JSON.stringify({ ...id, out: out(request, head.success ? head.data.op : undefined, release) })
}

function out(request: unknown, op: string | undefined, release: Release): object {
  if (op === undefined) return badRequest('', 'an object with a field op')
  try {
    return ops.get(op)?.(request, release) ?? unsupported
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error
    const [issue] = error.issues
    return badRequest(issue?.path.join('.') ?? '', issue?.message ?? '')
  }
}

const badRequest = (path: string, expected: string) => ({ bad_request: { path, expected } })

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
