import { wrap } from 'comlink'
import type { Desk } from './desk.ts'

/** The desk in a worker of its own. */
export const startDesk = (): Desk =>
  wrap<Desk>(new Worker(new URL('./desk.worker.ts', import.meta.url), { type: 'module', name: 'desk' }))
