import type { Guest } from '../model/guest.ts'
import type { AllocationRatios, Host } from '../model/host.ts'
import { GuestId, HostId } from '../model/ids.ts'
import type { Action } from '../planner/action.ts'
import { observed } from '../testing/observed.ts'
import { MiB } from '../units.ts'
import { cloudWith, computeHost, flavor, planOf } from './cloud.ts'
import type { Scenario } from './scenario.ts'

const id = 'two-gates-two-answers'
const tiny = flavor('m1.tiny', 1, MiB(512))

/** 1,872 MiB and 2 CPUs, 512 MiB kept for the host; two guests of 512 MiB make 1,536 MiB used. */
const compute = (name: string, freeMb: number, ratios: Partial<AllocationRatios> = {}): Host =>
  computeHost(HostId(name), {
    memory: MiB(1872),
    vcpus: 2,
    cells: 'none',
    ratios,
    observed: observed({
      source: `probe ${name}`,
      nodes: [{ cpus: '0-1', memory: MiB(1872), memoryFree: MiB(freeMb), pools: [] }],
      holders: [],
      libvirt: '1.2.2',
      qemu: '2.0.0',
    }),
  })

const guest = (name: string, host: string, state: 'active' | 'stopped' = 'active'): Guest => ({
  id: GuestId(name),
  name,
  host: HostId(host),
  vmState: state,
  taskState: undefined,
  powerState: state === 'active' ? 1 : 4,
  flavor: tiny,
  image: {},
  topology: 'none',
})

const migrate = (name: string, to: string): Action => ({
  do: 'live-migrate',
  guest: GuestId(name),
  to: HostId(to),
})
const bootThere: Action = {
  do: 'boot',
  id: 'new',
  flavor: tiny.name,
  image: {},
  count: 1,
  on: { host: HostId('compute-12'), how: 'requested' },
}
const actions = [
  migrate('vm-1', 'compute-12'),
  migrate('vm-2', 'compute-13'),
  migrate('vm-3', 'compute-14'),
  bootThere,
]

export const twoGatesTwoAnswers: Scenario = {
  id,
  title: 'Two gates, two answers',
  says: 'Live migration to a named host compares plain free RAM; booting the same flavor there passes RamFilter, which multiplies by the allocation ratio. The gate never looks at vCPUs, and guests that are shut off still count.',
  snapshot: cloudWith({
    name: 'Two gates, two answers',
    release: 'liberty',
    hosts: [
      compute('compute-11', 100),
      compute('compute-12', 336),
      compute('compute-13', 848),
      compute('compute-14', 336, { cpu: 1 }),
    ],
    guests: [
      guest('vm-1', 'compute-11'),
      guest('vm-2', 'compute-11'),
      guest('vm-3', 'compute-11'),
      guest('vm-4', 'compute-12'),
      guest('vm-5', 'compute-12'),
      guest('vm-6', 'compute-13'),
      guest('vm-7', 'compute-13', 'stopped'),
      guest('vm-8', 'compute-14'),
      guest('vm-9', 'compute-14'),
    ],
    flavors: [tiny],
    enabledFilters: ['RetryFilter', 'AvailabilityZoneFilter', 'RamFilter', 'CoreFilter', 'ComputeFilter'],
  }),
  plans: [
    {
      id: 'liberty-refuses',
      title: 'Liberty refuses',
      says: '336 MiB are free and 512 are wanted: refused to every host, though RamFilter counts 1,272 and one of the two guests on compute-13 is shut off.',
      plan: planOf(id, 'liberty', actions),
    },
    {
      id: 'mitaka-accepts',
      title: 'Mitaka accepts',
      says: 'The gate counts by ratio now: 1,872 × 1.5 less 1,536 used is 1,272. It still does not see that compute-14 has no vCPU left.',
      plan: planOf(id, 'mitaka', actions),
    },
  ],
}
