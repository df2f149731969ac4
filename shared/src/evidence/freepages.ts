import { CellId } from '../model/ids.ts'
import { shown } from '../parsing/json.ts'
import type { Parsed, Problem } from '../parsing/parsed.ts'
import { PageSize, Pages } from '../units.ts'

/** Free pages of one node by size, the base page among them. Those promised to mappings count as free. */
export interface FreePages {
  readonly node: CellId
  readonly pools: readonly { readonly size: PageSize; readonly free: Pages }[]
}

const header = /^Node (\d+):$/
const pool = /^(\d+)KiB: (\d+)$/
/** A prompt, the exit code of a transcript. */
const noise = /^(\$ |# |\[|$)/

export const isFreePages = (text: string): boolean =>
  /^\s*Node \d+:\s*$/m.test(text) && /^\s*\d+\s*KiB:/m.test(text)

/** What `virsh freepages --all` prints: how many pages of each size are free on each node, and no totals. */
export function parseFreePages(text: string): Parsed<readonly FreePages[]> {
  const problems: Problem[] = []
  const nodes: { node: CellId; pools: { size: PageSize; free: Pages }[] }[] = []
  for (const [i, written] of text.split('\n').entries()) {
    const line = written.trim()
    const [, id] = header.exec(line) ?? []
    const [, size, free] = pool.exec(line) ?? []
    const wrong = (expected: string) =>
      problems.push({ severity: 'error', at: { line: i + 1 }, found: shown(line), expected })

    if (id !== undefined) nodes.push({ node: CellId(Number(id)), pools: [] })
    else if (size === undefined || free === undefined) noise.test(line) || wrong('Node N: or SIZEKiB: PAGES')
    else if (nodes.length === 0) wrong('Node N: before its pages')
    else nodes.at(-1)?.pools.push({ size: PageSize(Number(size)), free: Pages(Number(free)) })
  }
  return { facts: nodes.length > 0 ? nodes : undefined, problems }
}
