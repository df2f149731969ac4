import { z } from 'zod'
import { type CpuSet, formatCpus, parseCpus } from '../model/cpus.ts'
import { AggregateId, CellId, GuestId, HostId, Instant, SourceId } from '../model/ids.ts'
import { type Amounts, ProviderId } from '../model/provider.ts'
import { KiB, PageSize, Pages } from '../units.ts'
import { branded, type Form, same } from './form.ts'

export const text = same(z.string())
export const flag = same(z.boolean())
export const real = same(z.number())
export const ratio = same(z.number().positive())
export const whole = same(z.int())
export const count = same(z.int().nonnegative())
export const texts = same<Readonly<Record<string, string>>>(z.record(z.string(), z.string()))
export const counts = same<Readonly<Record<string, number>>>(z.record(z.string(), z.int().nonnegative()))
export const amounts = same<Amounts>(z.record(z.string(), z.number()))
export const word = <const Word extends string>(...words: readonly [Word, ...Word[]]): Form<Word, Word> =>
  same(z.enum(words) as z.ZodType as z.ZodType<Word>)

export const kib = branded(z.int().nonnegative(), KiB)
export const pages = branded(z.int().nonnegative(), Pages)
export const pageSize = branded(z.int().positive(), PageSize)

/** Nova's totals may fall below zero where a release gives back what it never took. */
export const usedKib = branded(z.int(), KiB)
export const usedPages = branded(z.int(), Pages)

export const hostId = branded(z.string(), HostId)
export const guestId = branded(z.string(), GuestId)
export const aggregateId = branded(z.string(), AggregateId)
export const providerId = branded(z.string(), ProviderId)
export const sourceId = branded(z.string(), SourceId)
export const hostCellId = branded(z.int().nonnegative(), CellId)
/** -1 is a guest cell that Nova has put nowhere. */
export const guestCellId = branded(z.int().min(-1), CellId)
export const instant = branded(z.iso.datetime(), Instant)

/** CPUs as the kernel writes a list: `0-3,8`. */
export const cpus: Form<CpuSet, string> = {
  schema: z.string().refine((list) => parseCpus(list) !== undefined, 'a CPU list such as 0-3,8'),
  read: (list) => parseCpus(list) ?? [],
  write: formatCpus,
}
