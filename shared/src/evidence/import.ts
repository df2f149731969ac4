import type { Instant } from '../model/ids.ts'
import type { Gap, Snapshot, Source } from '../model/snapshot.ts'
import type { Problem } from '../parsing/parsed.ts'
import type { Facts } from './facts.ts'

/** A text to be read. Its name says nothing of what it is. */
export interface InputFile {
  readonly name: string
  readonly text: string
  /** When it was read at its origin, where whoever brings it knows. */
  readonly readAt?: Instant
}

/** What was made of one file. */
export interface ImportedFile {
  readonly name: string
  /** The format that was recognised, an id of `formats`; undefined where it is none of them. */
  readonly format: string | undefined
  /** How many of what: `hosts`, `nodes`, `pools`, `guests`, `compute_nodes` … Nothing that is zero. */
  readonly understood: readonly Counted[]
  readonly problems: readonly Problem[]
}

export interface Counted {
  readonly what: string
  readonly count: number
}

/** What a file says, kept so that files that come later can be joined with it. */
export interface Evidence {
  readonly source: Source
  readonly facts: Facts
  /** What of it was not understood. */
  readonly gaps: readonly Gap[]
}

/** Everything read so far, and the snapshot it makes. */
export interface Import {
  readonly files: readonly ImportedFile[]
  readonly evidence: readonly Evidence[]
  readonly snapshot: Snapshot
}
