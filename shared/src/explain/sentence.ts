import type { CellId, GuestId, HostId } from '../model/ids.ts'
import { inMiB, type KiB, type PageSize, type Pages } from '../units.ts'

/** A word of a sentence: text, or a value that knows what it is, so that a page can set and link it. */
export type Word =
  | string
  | { readonly pages: Pages; readonly size: PageSize }
  /** `as` keeps a unit; else the largest that says it exactly. */
  | { readonly memory: KiB; readonly as?: 'MiB' }
  | { readonly size: PageSize }
  | { readonly count: number; readonly of?: string }
  | { readonly hostCell: CellId }
  | { readonly guestCell: CellId }
  | { readonly host: HostId }
  | { readonly guest: GuestId; readonly name: string }
  | { readonly release: string }
  | { readonly code: string }
  | { readonly ratio: number }

/** A list of words and typed values; `plain` joins it, `<Say>` renders it. One wording, in one place. */
export type Sentence = readonly Word[]

/** Template tag: say`${{ guestCell }} needs ${{ pages, size }}.` */
export function say(texts: TemplateStringsArray, ...words: readonly Word[]): Sentence {
  const sentence: Word[] = []
  for (const [at, text] of texts.entries()) {
    if (text !== '') sentence.push(text)
    const word = words[at]
    if (word !== undefined && word !== '') sentence.push(word)
  }
  return sentence
}

const grouped = (n: number): string => {
  const [whole = '', fraction] = Math.abs(n).toString().split('.')
  const digits = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return `${n < 0 ? '−' : ''}${digits}${fraction ? `.${fraction}` : ''}`
}

/** A number as a person reads it: thousands grouped, a true minus sign. */
export const figure = grouped

const scaled = (kib: number): string => {
  const units = ['KiB', 'MiB', 'GiB', 'TiB'] as const
  let n = kib
  let at = 0
  while (at < units.length - 1 && Math.abs(n) >= 1024 && Number.isInteger((n / 1024) * 100)) {
    n /= 1024
    at += 1
  }
  return `${grouped(n)} ${units[at]}`
}

/** A page size as the field writes it: 4 KiB, 2 MiB, 1 GiB. */
export const pageSizeText = (size: PageSize): string => scaled(size)
/** Memory in the largest unit that says it exactly (to two decimals). */
export const memoryText = (memory: KiB): string => scaled(memory)

/** Whole-host memory, in Nova's own unit, so that its sums can be followed. */
export const inMb = (memory: KiB): Word => ({ memory, as: 'MiB' })

/** One word as text. */
export function wordText(word: Word): string {
  if (typeof word === 'string') return word
  if ('pages' in word) return `${grouped(word.pages)} × ${pageSizeText(word.size)}`
  if ('memory' in word) return word.as ? `${grouped(inMiB(word.memory))} ${word.as}` : memoryText(word.memory)
  if ('size' in word) return pageSizeText(word.size)
  if ('count' in word) return word.of ? `${grouped(word.count)} ${word.of}` : grouped(word.count)
  if ('hostCell' in word) return `host cell ${word.hostCell}`
  if ('guestCell' in word) return `guest cell ${word.guestCell}`
  if ('host' in word) return word.host
  if ('guest' in word) return word.name
  if ('release' in word) return word.release
  if ('code' in word) return word.code
  return grouped(word.ratio)
}

/** The sentence for a report, a log, `text/plain`. */
export const plain = (sentence: Sentence): string => sentence.map(wordText).join('')
