import type { Release } from '../releases/release.ts'

/**
 * One kind of request: its fields in, the value of `out` back, in Nova's units (MiB, KiB pages) and with the fields
 * that release knows and no others. Throws z.ZodError where a field is not as the op has it.
 */
export type Op = (request: unknown, release: Release) => object

/** What is not modelled, or what a release does not have. */
export const unsupported = { unsupported: true } as const

/** What Nova raises, and where. `message` names values; it is no sentence of Nova's. */
export const raised = (exception: string, message: string, stage?: string) => ({
  error: { class: exception, message, ...(stage === undefined ? {} : { stage }) },
})
