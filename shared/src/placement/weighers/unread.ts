import type { WeigherName } from '../../releases/rules.ts'
import type { HostState } from '../host-state.ts'
import { multiplierOf } from './weigh.ts'
import { weighers } from './weighers.ts'

/**
 * Options of weighers that would tell these hosts apart by what was not read of all of them: metrics and image properties
 * where the operator has them weigh, PCI devices where some host was seen to have any.
 */
export const unreadWeighers = (hosts: readonly HostState[]): readonly string[] =>
  (hosts[0]?.rules.weighers ?? [])
    .filter((name) => mayTell[name]?.(hosts) && weighs(name, hosts))
    .map((name) => weighers[name].option)

const mayTell: Partial<Record<WeigherName, (hosts: readonly HostState[]) => boolean>> = {
  metrics: (hosts) => hosts.some(({ settings }) => (settings.metricsWeights ?? []).length > 0),
  'image properties': () => true,
  'PCI devices': (hosts) =>
    hosts.some(({ pciPools }) => pciPools === undefined) &&
    hosts.some(({ pciPools }) => (pciPools ?? []).length > 0),
}

const weighs = (name: WeigherName, hosts: readonly HostState[]): boolean =>
  hosts.some((host) => multiplierOf(weighers[name], host) !== 0)
