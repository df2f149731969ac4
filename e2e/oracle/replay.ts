import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { answer, type Release } from '@headroom/shared'
import { agrees } from './agree.ts'

export const kinds = [
  'constraints',
  'fit',
  'sequence',
  'usage',
  'reserved',
  'livemig',
  'host',
  'domain_xml',
] as const
export type Kind = (typeof kinds)[number]

/** One request and what Nova answered, as recorded from Nova's own code. */
export interface Recorded {
  readonly id: string
  readonly in: object
  readonly out: Readonly<Record<string, unknown>>
  /** Of a fit that Nova accepts although a host cell cannot hold the guest's: why it cannot. */
  readonly violates?: string
}

interface Manifest {
  readonly [release: string]: Readonly<Record<string, { readonly file: string; readonly same_as?: string }>>
}

/** Recorded answers of one release and kind: `<folder>/<release>/<kind>.jsonl`, or `.jsonl.gz`, or where a manifest says. */
export function recorded(folder: string, release: string, kind: Kind): readonly Recorded[] {
  const manifest = join(folder, 'MANIFEST.json')
  const entry = existsSync(manifest)
    ? (JSON.parse(readFileSync(manifest, 'utf8')) as Manifest)[release]?.[kind]
    : undefined
  const names = [entry?.same_as ?? entry?.file, `${release}/${kind}.jsonl`, `${release}/${kind}.jsonl.gz`]
  const path = names.flatMap((name) => (name ? [join(folder, name)] : [])).find(existsSync)
  if (!path) return []
  const bytes = readFileSync(path)
  const text = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Recorded)
}

export interface Disagreement {
  readonly asked: Recorded
  readonly ours: unknown
}

export interface Score {
  /** Requests that release has an answer for. */
  readonly total: number
  readonly agreeing: number
  /** Not modelled by us. */
  readonly unsupported: number
  readonly disagreements: readonly Disagreement[]
}

export function replay(asked: readonly Recorded[], release: Release): Score {
  const known = asked.filter(({ out }) => !('unsupported' in out))
  const answers = known.map((asked) => ({ asked, ours: answerOf(asked, release) }))
  const disagreements = answers.filter(({ asked, ours }) => !agrees(ours, asked.out))
  const unsupported = disagreements.filter(({ ours }) => isUnsupported(ours)).length
  return { total: known.length, agreeing: known.length - disagreements.length, unsupported, disagreements }
}

export const answerOf = (asked: Recorded, release: Release): unknown =>
  (JSON.parse(answer(JSON.stringify({ id: asked.id, ...asked.in }), release)) as { out: unknown }).out

const isUnsupported = (ours: unknown) => typeof ours === 'object' && ours !== null && 'unsupported' in ours
