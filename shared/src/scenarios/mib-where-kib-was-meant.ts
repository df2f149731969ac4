import { HostId } from '../model/ids.ts'
import type { Action } from '../planner/action.ts'
import { hostCell, pool } from '../testing/cells.ts'
import { observed } from '../testing/observed.ts'
import { GiB, MiB } from '../units.ts'
import { cloudWith, computeHost, flavor, numaFilters, planOf } from './cloud.ts'
import type { Scenario } from './scenario.ts'

const id = 'mib-where-kib-was-meant'

/** Two cells of 16 GiB and 4 CPUs each; only QEMU and libvirt differ. */
const compute = (name: string, qemu: string, libvirt: string) =>
  computeHost(HostId(name), {
    memory: GiB(32),
    vcpus: 8,
    cells: [0, 1].map((cell) =>
      hostCell({
        id: cell,
        cpus: cell === 0 ? '0-3' : '4-7',
        memory: GiB(16),
        mempages: [pool('4K', '4194304')],
      }),
    ),
    observed: observed({
      source: `probe ${name}`,
      nodes: ['0-3', '4-7'].map((cpus) => ({ cpus, memory: GiB(16), memoryFree: GiB(14), pools: [] })),
      holders: [],
      qemu,
      libvirt,
    }),
  })

const asymmetric = flavor('m1.asymmetric', 4, MiB(8192), {
  'hw:numa_nodes': '2',
  'hw:numa_cpus.0': '0,1,2',
  'hw:numa_cpus.1': '3',
  'hw:numa_mem.0': '6144',
  'hw:numa_mem.1': '2048',
})

const hosts = [
  compute('qemu-2-0', '2.0.2', '1.2.2'),
  compute('qemu-2-1', '2.1.2', '1.2.8'),
  compute('libvirt-9', '7.2.22', '9.0.0'),
]

const actions = hosts.map(
  (host): Action => ({
    do: 'boot',
    id: `on-${host.id}`,
    flavor: asymmetric.name,
    image: {},
    count: 1,
    on: { host: host.id, how: 'requested' },
  }),
)

export const mibWhereKibWasMeant: Scenario = {
  id,
  title: 'MiB where KiB was meant',
  says: 'Juno’s last milestone wrote the memory of guest cells in MiB; libvirt reads KiB. The cells of an 8 GiB guest then add up to 8 MiB, and what comes of it depends on QEMU and libvirt.',
  snapshot: cloudWith({
    name: 'MiB where KiB was meant',
    release: 'juno-b3',
    hosts,
    flavors: [asymmetric],
    enabledFilters: numaFilters,
  }),
  plans: [
    {
      id: 'juno-b3',
      title: 'As 2014.2.b3 writes it',
      says: 'Cells of 6144 and 2048, read as KiB: QEMU before 2.1 starts it with a wrong topology, QEMU 2.1 refuses, libvirt 9 starts it with 8 MiB and says nothing.',
      plan: planOf(id, 'juno-b3', actions),
    },
    {
      id: 'juno',
      title: 'As 2014.2 writes it',
      says: 'Cells of 6291456 and 2097152 KiB: every one of them starts it as asked.',
      plan: planOf(id, 'juno-2014.2.0', actions),
    },
  ],
}
