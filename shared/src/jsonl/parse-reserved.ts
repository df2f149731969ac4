import { z } from 'zod'
import { reservedHugePages } from '../accounting/reserved.ts'
import { type Op, raised, unsupported } from './op.ts'

const request = z.object({ values: z.array(z.string()) })

/** `reserved_huge_pages`, by node and size. */
export const parseReserved: Op = (line, { rules }) => {
  const read = reservedHugePages(request.parse(line).values, rules)
  if (!read) return unsupported
  if (read.kind === 'invalid') {
    return raised(read.exception, read.value, read.exception === 'ConfigFileValueError' ? 'config' : 'parse')
  }
  return {
    reserved: read.reserved
      .map(({ cell, size, count }) => ({ node: cell, size_kb: size, count }))
      .sort((a, b) => a.node - b.node || a.size_kb - b.size_kb),
  }
}
