import { fitToHost, type Release, releaseById } from '@headroom/shared'
import { everyPermutation, guest, hostCell, pool } from '@headroom/shared/testing'
import type { Ratio } from './ratio.ts'

const release = (id: string): Release => {
  const known = releaseById(id)
  if (!known) throw new Error(`${id} is gone`)
  return known
}

const mib = (n: number) => (n * 1024) as ReturnType<typeof hostCell>['memory']

/** Eight cells of 16 GiB, the last with less than any guest cell asks for. */
const cells = Array.from({ length: 8 }, (_, id) => {
  const memory = id === 7 ? 1024 : 16_384
  return hostCell({
    id,
    cpus: `${id * 8}-${id * 8 + 7}`,
    memory: mib(memory),
    mempages: [pool('4K', `${memory * 256}`)],
  })
})

const guestOf = (nodes: number) =>
  guest(...Array.from({ length: nodes }, (_, vcpu) => ({ cpuset: [vcpu], memory: mib(4096) })))

const times = (count: number, once: () => unknown) => () => () => {
  for (let done = 0; done < count; done += 1) once()
}

const toEveryPermutation = (id: string, nodes: number, count: number): Ratio => {
  const { rules } = release(id)
  const asked = guestOf(nodes)
  return {
    name: `fits a second of ${nodes} guest cells on 8 host cells in ${id}, ours to a walk of every permutation`,
    of: times(count, () => everyPermutation(cells, asked, undefined, rules)),
    to: times(count, () => fitToHost(cells, asked, undefined, rules)),
  }
}

export const fits: readonly Ratio[] = [
  toEveryPermutation('xena', 4, 500),
  toEveryPermutation('xena', 8, 1),
  toEveryPermutation('zed', 8, 1),
]
