import { type ReservedHugePages, readReservedHugePages } from '../model/reserved-huge-pages.ts'
import type { Rules } from '../releases/rules.ts'
import { PageSize } from '../units.ts'

/** `reserved_huge_pages` as a release reads it; undefined where a release has no such option. */
export function reservedHugePages(values: readonly string[], rules: Rules): ReservedHugePages | undefined {
  if (rules.reservedPages === 'unknown') return undefined
  const read = readReservedHugePages(values)
  if (read.kind === 'invalid' || rules.reservedPageSize === 'may be a fraction') return read
  return {
    kind: 'read',
    reserved: read.reserved.map((pages) => ({ ...pages, size: PageSize(Math.floor(pages.size)) })),
  }
}
