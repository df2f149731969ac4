import { proxy, wrap } from 'comlink'
import { told } from '../api/progress.ts'
import type { Desk } from './desk.ts'

/** The desk in a worker of its own. */
export function startDesk(): Desk {
  const worker = new Worker(new URL('./desk.worker.ts', import.meta.url), { type: 'module', name: 'desk' })
  const desk = wrap<Desk>(worker)
  void desk.watch(proxy(told))
  return desk
}
