import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { groupBy } from '../collections.ts'
import { shown } from './json.ts'
import { linesOf } from './lines.ts'
import type { Problem } from './parsed.ts'

/** An element, and where it stands. */
export interface Element {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly Element[]
  /** Its own text, trimmed. */
  readonly text: string
  readonly line: number
  /** `/domain/cpu/numa/cell[2]`, counted from 1 where there are several. */
  readonly path: string
}

export interface Xml {
  /** Usually one; several where documents follow one another. */
  readonly roots: readonly Element[]
  readonly problems: readonly Problem[]
}

/** Reads XML. Where the text is not well-formed a problem says where, and what was whole before it stays. */
export function readXml(text: string): Xml {
  const lineOf = linesOf(text)
  const unclosed: { readonly name: string; readonly path: string }[] = []
  const elements = (nodes: readonly Node[], parent: string): readonly Element[] => {
    const named = nodes.flatMap((node) => tagOf(node) ?? [])
    const sameName = groupBy(named, ({ name }) => name)
    const met = new Map<string, number>()
    return named.map(({ name, node, meta }) => {
      const nth = (met.get(name) ?? 0) + 1
      met.set(name, nth)
      const several = (sameName.get(name)?.length ?? 0) > 1
      const path = several ? `${parent}/${name}[${nth}]` : `${parent}/${name}`
      if (meta?.endIndex === undefined) unclosed.push({ name, path })
      const inside = node[name] as readonly Node[]
      return {
        name,
        attributes: (node[':@'] ?? {}) as Readonly<Record<string, string>>,
        children: elements(inside, path),
        text: inside
          .map((one) => one['#text'] ?? '')
          .join('')
          .trim(),
        line: lineOf(meta?.startIndex ?? 0),
        path,
      }
    })
  }
  const roots = elements(nodesOf(text), '')
  const fault = faultOf(text)
  if (!fault) return { roots, problems: roots.length > 0 ? [] : [{ ...wanting, at: { line: 1 } }] }
  const deepest = unclosed.at(-1)
  const problem: Problem =
    fault.atEnd && deepest
      ? { ...wanting, at: { line: fault.line, path: deepest.path }, expected: `</${deepest.name}>` }
      : {
          ...wanting,
          at: { line: fault.line },
          found: shown(text.split('\n')[fault.line - 1] ?? ''),
          expected: fault.unclosed === undefined ? wanting.expected : `</${fault.unclosed}>`,
        }
  return { roots, problems: [problem] }
}

const wanting = { severity: 'error', expected: 'well-formed XML' } as const

export const childOf = (element: Element | undefined, ...names: readonly string[]): Element | undefined =>
  names.reduce<Element | undefined>(
    (one, name) => one?.children.find((child) => child.name === name),
    element,
  )

export const childrenOf = (element: Element | undefined, name: string): readonly Element[] =>
  element?.children.filter((child) => child.name === name) ?? []

type Node = Readonly<Record<string | symbol, unknown>>

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseTagValue: false,
  parseAttributeValue: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
  captureMetaData: true,
})
const metaData = XMLParser.getMetaDataSymbol() as symbol

/** The parser stops at half a tag; what stands before it can be read. */
function nodesOf(text: string, tries = 8): readonly Node[] {
  try {
    return parser.parse(text) as readonly Node[]
  } catch {
    const cut = text.lastIndexOf('<')
    return cut <= 0 || tries === 0 ? [] : nodesOf(text.slice(0, cut), tries - 1)
  }
}

function tagOf(node: Node) {
  const name = Object.keys(node).find((key) => key !== ':@' && key !== '#text')
  if (name === undefined || !Array.isArray(node[name])) return undefined
  return { name, node, meta: node[metaData] as { startIndex?: number; endIndex?: number } | undefined }
}

/** Around the whole text: documents may follow one another, and a shell's prompt may precede them. */
const around = 'all-of-it'

function faultOf(text: string): { line: number; unclosed: string | undefined; atEnd: boolean } | undefined {
  const bare = text.replace(/<\?[^?>]*\?>/g, (declaration) => declaration.replace(/[^\n]/g, ' '))
  const verdict = XMLValidator.validate(`<${around}>${bare}</${around}>`)
  if (verdict === true) return undefined
  const { line, msg } = verdict.err
  const unclosed = /Expected closing tag '([^']+)'/.exec(msg)?.[1]
  return { line, unclosed, atEnd: msg.includes(`instead of closing tag '${around}'`) }
}
