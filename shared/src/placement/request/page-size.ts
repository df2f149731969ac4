import type { PageSizeRequest } from '../../model/cell.ts'
import { int, isdigit, stringToBytes } from '../../oslo.ts'
import type { Rules } from '../../releases/rules.ts'
import { PageSize } from '../../units.ts'
import { refuse } from './refusal.ts'

/** Nova's MEMPAGES_SMALL, _LARGE and _ANY. A negative number of KiB that is one of them means the same. */
const words: Readonly<Record<number, PageSizeRequest>> = { [-1]: 'small', [-2]: 'large', [-3]: 'any' }
const numbers = new Map([
  ['small', -1],
  ['large', -2],
  ['any', -3],
])

/**
 * nova/virt/hardware.py: _get_numa_pagesize_constraint. The image may choose where the flavor leaves a choice (large or
 * any), and only there. In KiB, perhaps a fraction, or one of the words' numbers; undefined where nothing is asked.
 */
export function pageSizeConstraint(
  flavor: string | undefined,
  image: string | undefined,
  rules: Rules,
): number | undefined {
  if (rules.memPageSize === 'not read') return undefined
  if (!flavor && image) return refuse('MemoryPageSizeForbidden', `hw_mem_page_size=${image}`)
  if (!flavor) return undefined

  const size = readPageSize(flavor, rules)
  if (!image) return size
  return size === numbers.get('any') || size === numbers.get('large')
    ? readPageSize(image, rules)
    : refuse('MemoryPageSizeForbidden', `hw:mem_page_size=${flavor} hw_mem_page_size=${image}`)
}

function readPageSize(text: string, rules: Rules): number {
  const size = numbers.get(text) ?? kibibytes(text, rules)
  return size ?? refuse('MemoryPageSizeInvalid', `mem_page_size=${text}`)
}

function kibibytes(text: string, rules: Rules): number | undefined {
  switch (rules.memPageSize) {
    case 'not read':
      return undefined
    case 'KiB':
      return aboveZero(int(text))
    case 'KiB or unit, whole':
      return aboveZero(int(text) ?? floored(stringToBytes(text)))
    case 'KiB or unit, above zero':
      return aboveZero(int(text) ?? inKibibytes(stringToBytes(text)))
    case 'KiB or unit':
      return isdigit(text) ? int(text) : inKibibytes(stringToBytes(text))
  }
}

const inKibibytes = (bytes: number | undefined) => (bytes === undefined ? undefined : bytes / 1024)
const floored = (bytes: number | undefined) => (bytes === undefined ? undefined : Math.floor(bytes / 1024))
const aboveZero = (n: number | undefined) => (n !== undefined && n > 0 ? n : undefined)

/** As the guest cell holds it: whole KiB. Zero is held too, and asks for nothing. */
export function pageSizeRequest(size: number | undefined): PageSizeRequest | undefined {
  if (size === undefined) return undefined
  const whole = Math.trunc(size)
  return words[whole] ?? PageSize(whole === 0 ? 0 : whole)
}
