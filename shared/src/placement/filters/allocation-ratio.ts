import type { Rules } from '../../releases/rules.ts'
import type { HostState } from '../host-state.ts'

type Ratios = { readonly cpu: number; readonly ram: number; readonly disk: number }

const defaults: Record<Rules['defaultAllocationRatios'], Ratios> = {
  'cpu 16.0, ram 1.5, disk 1.0': { cpu: 16, ram: 1.5, disk: 1 },
  'cpu 4.0, ram 1.0, disk 1.0': { cpu: 4, ram: 1, disk: 1 },
}

/** The host's ratio, or its release's default where the row does not say. Zero in a row means the default too. */
export const allocationRatio = (host: HostState, of: keyof Ratios): number =>
  host.ratios[of] || defaults[host.rules.defaultAllocationRatios][of]
