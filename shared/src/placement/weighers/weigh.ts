import type { HostState } from '../host-state.ts'

const freeMemory = ({ memory }: HostState): number => (memory ? memory.total - memory.used : 0)

/** The hosts Nova weighs highest, in the order given; several where they tie. More free memory weighs more. */
export function weigh(hosts: readonly HostState[]): readonly HostState[] {
  const most = hosts.reduce((most, host) => Math.max(most, freeMemory(host)), -Infinity)
  return hosts.filter((host) => freeMemory(host) === most)
}
