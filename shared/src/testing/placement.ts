import type { Flavor, ImageProps } from '../model/flavor.ts'
import { HostId } from '../model/ids.ts'
import type { HostState } from '../placement/host-state.ts'
import { type PlacementRequest, placementRequest, type SchedulerHints } from '../placement/request.ts'
import { releaseById } from '../releases/index.ts'
import type { Rules } from '../releases/rules.ts'
import { GiB, MiB } from '../units.ts'

/** Throws for a release that is not there: a test that names none is wrong. */
export function rulesOf(release: string): Rules {
  const found = releaseById(release)
  if (!found) throw new Error(`no release ${release}`)
  return found.rules
}

/** A host that is up and empty: 64 GiB, 16 CPUs, 1000 GiB of disk, no topology; but for what is said. */
export const state = (release: string, shape: Partial<Omit<HostState, 'rules'>> = {}): HostState => ({
  id: HostId('host-1'),
  rules: rulesOf(release),
  compute: rulesOf(release),
  settings: { enabledFilters: undefined, maxAttempts: undefined },
  service: { enabled: true, up: true },
  zone: 'nova',
  memory: { total: MiB(65_536), used: MiB(0) },
  vcpus: { total: 16, used: 0 },
  disk: { total: GiB(1000), used: GiB(0) },
  diskAvailableLeast: undefined,
  freeCut: rulesOf(release).freeAfterAudit === 'at least zero',
  hypervisor: undefined,
  stats: undefined,
  reserved: { memory: undefined, vcpus: undefined },
  ratios: { cpu: undefined, ram: undefined, disk: undefined },
  cells: 'none',
  packing: undefined,
  aggregates: [],
  guests: [],
  ...shape,
})

interface FlavorShape {
  readonly vcpus?: number
  readonly memoryMb?: number
  readonly rootGb?: number
  readonly swapMb?: number
  readonly extraSpecs?: Flavor['extraSpecs']
}

/** A flavor of 1 vCPU, 1 GiB and no disk, but for what is said. */
export const flavor = (shape: FlavorShape = {}): Flavor => ({
  name: 'flavor',
  vcpus: shape.vcpus ?? 1,
  memory: MiB(shape.memoryMb ?? 1024),
  rootGb: shape.rootGb ?? 0,
  ephemeralGb: 0,
  swap: MiB(shape.swapMb ?? 0),
  extraSpecs: shape.extraSpecs ?? {},
})

/** What a release makes of such a flavor. */
export const request = (
  release: string,
  shape: FlavorShape & { readonly image?: ImageProps } = {},
  hints: Partial<SchedulerHints> = {},
): PlacementRequest => placementRequest(flavor(shape), shape.image ?? {}, rulesOf(release), hints)
