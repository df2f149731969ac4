import { type CpuSet, parseCpus } from '../model/cpus.ts'
import { shown } from '../parsing/json.ts'
import type { Problem } from '../parsing/parsed.ts'
import type { Element } from '../parsing/xml.ts'
import type { KiB } from '../units.ts'
import { libvirtUnits, scaled } from './scaled.ts'

/** Problems met so far, in the order of the text. */
export type Notes = Problem[]

/** `@name` of an element, or its text. */
type Part = `@${string}` | 'text'

const partOf = (element: Element, part: Part): string | undefined =>
  part === 'text' ? element.text : element.attributes[part.slice(1)]

export function note(notes: Notes, element: Element, part: Part, expected: string): undefined {
  const found = partOf(element, part)
  notes.push({
    severity: 'error',
    at: { line: element.line, path: part === 'text' ? element.path : `${element.path}/${part}` },
    ...(found === undefined || found === '' ? {} : { found: shown(found) }),
    expected,
  })
}

export function wholeOf(element: Element, part: Part, notes: Notes): number | undefined {
  const text = partOf(element, part) ?? ''
  return /^\d{1,15}$/.test(text.trim()) ? Number(text) : note(notes, element, part, 'a whole number')
}

/** An amount of memory, its unit in `@unit`. */
export function memoryOf(element: Element, part: Part, notes: Notes): KiB | undefined {
  const amount = wholeOf(element, part, notes)
  if (amount === undefined) return undefined
  const memory = scaled(amount, element.attributes.unit)
  return memory ?? note(notes, element, '@unit', libvirtUnits)
}

/** CPUs, vCPUs or nodes as libvirt lists them: `0-3,^2,8`. */
export function listOf(element: Element, part: Part, notes: Notes): CpuSet | undefined {
  const text = partOf(element, part) ?? ''
  const listed = text.trim() === '' ? undefined : parseList(text)
  return listed ?? note(notes, element, part, 'a list such as 0-3,^2,8')
}

function parseList(text: string): CpuSet | undefined {
  const parts = text.split(',').map((part) => part.trim())
  const taken = parseCpus(parts.filter((part) => !part.startsWith('^')).join(','))
  const left = parseCpus(
    parts
      .filter((part) => part.startsWith('^'))
      .map((part) => part.slice(1))
      .join(','),
  )
  return taken && left && taken.filter((id) => !left.includes(id))
}
