import type { Finding, Witness } from './finding.ts'
import type { HostBooks } from './host-books.ts'

/** One way to disagree: who is compared, and what is found on one host. */
export interface Detector<Found extends Finding = Finding> {
  /** Not asked where one of them was not read, or where two were read too far apart. */
  readonly compares: readonly Witness[]
  readonly find: (books: HostBooks) => readonly Found[]
}

/** Keeps the causes that a detector finds. */
export const detector = <Found extends Finding>(
  compares: readonly Witness[],
  find: (books: HostBooks) => readonly Found[],
): Detector<Found> => ({ compares, find })
