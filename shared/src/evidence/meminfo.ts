import type { GlobalPool, MachineMemory } from '../model/host.ts'
import { shown } from '../parsing/json.ts'
import type { Parsed, Problem } from '../parsing/parsed.ts'
import { KiB, PageSize, Pages } from '../units.ts'

/** /proc/meminfo: the machine's memory, and the pool of its default huge page, which is all it knows. */
export interface MemInfo {
  readonly memory: MachineMemory
  readonly defaultPage: PageSize | undefined
  readonly pool: GlobalPool | undefined
}

export const isMemInfo = (text: string): boolean => /^MemTotal:\s+\d+ kB$/m.test(text)

/** `Name:  N kB`, counts of pages without unit. Lines of other programs around it are passed over. */
export function parseMemInfo(text: string): Parsed<MemInfo> {
  const problems: Problem[] = []
  const lines = text.split('\n').flatMap((line, at) => {
    const [, name, rest] = /^([A-Z][\w()]*):\s*(.*?)\s*$/.exec(line) ?? []
    return name === undefined || rest === undefined ? [] : [{ name, rest, number: at + 1 }]
  })
  const read = (name: string, pattern: RegExp, expected: string): number | undefined => {
    const line = lines.find((one) => one.name === name)
    if (!line) return undefined
    const [, digits] = pattern.exec(line.rest) ?? []
    if (digits !== undefined) return Number(digits)
    problems.push({ severity: 'error', at: { line: line.number }, found: shown(line.rest), expected })
    return undefined
  }
  const kib = (name: string) => maybe(read(name, /^(\d{1,15}) kB$/, `${name}: N kB`), KiB)
  const pages = (name: string) => maybe(read(name, /^(\d{1,15})$/, `${name}: N`), Pages)

  const defaultPage = maybe(kib('Hugepagesize'), PageSize)
  const [total, free] = [pages('HugePages_Total'), pages('HugePages_Free')]
  const pool =
    defaultPage === undefined || total === undefined || free === undefined
      ? undefined
      : {
          size: defaultPage,
          total,
          free,
          surplus: pages('HugePages_Surp') ?? Pages(0),
          reserved: pages('HugePages_Rsvd'),
          overcommit: undefined,
        }
  const memory = {
    total: kib('MemTotal'),
    free: kib('MemFree'),
    available: kib('MemAvailable'),
    hugetlb: kib('Hugetlb'),
  }
  return { facts: memory.total === undefined ? undefined : { memory, defaultPage, pool }, problems }
}

const maybe = <T>(value: number | undefined, brand: (n: number) => T): T | undefined =>
  value === undefined ? undefined : brand(value)
