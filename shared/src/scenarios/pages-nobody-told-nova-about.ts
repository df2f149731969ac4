import type { Host } from '../model/host.ts'
import { CellId, HostId } from '../model/ids.ts'
import type { Action } from '../planner/action.ts'
import { hostCell, pool } from '../testing/cells.ts'
import { holds, observed } from '../testing/observed.ts'
import { GiB, PageSize, Pages } from '../units.ts'
import { cloudWith, computeHost, flavor, numaFilters, planOf } from './cloud.ts'
import type { Scenario } from './scenario.ts'

const id = 'pages-nobody-told-nova-about'
const names = ['compute-07', 'compute-08', 'compute-09'].map(HostId)
const [compute07 = HostId('')] = names

/** Two cells of 64 GiB and 16 CPUs, half of their memory in 16,384 × 2 MiB; Open vSwitch holds 256 on each. */
function compute(name: HostId, index: number): Host {
  const pid = 2417 + index
  const cells = [
    { id: 0, cpus: '0-15' },
    { id: 1, cpus: '16-31' },
  ]
  return computeHost(name, {
    memory: GiB(128),
    vcpus: 32,
    cells: cells.map((cell) =>
      hostCell({ ...cell, memory: GiB(64), mempages: [pool('4K', '8388608'), pool('2M', '16384')] }),
    ),
    observed: observed({
      source: `probe ${name}`,
      nodes: cells.map(({ cpus }) => ({
        cpus,
        memory: GiB(64),
        memoryFree: GiB(30),
        pools: [{ size: '2M', total: 16384 }],
      })),
      holders: cells.map((cell) => holds('ovs-vswitchd', 256, '2M', cell.id, { pid })),
      libvirt: '1.3.1',
      qemu: '2.5.0',
    }),
  })
}

const size = PageSize(2048)
const pinnedToPages = { 'hw:numa_nodes': '1', 'hw:mem_page_size': '2048' }
const small = flavor('m1.small', 1, GiB(2), pinnedToPages)
const medium = flavor('m1.medium', 2, GiB(4), pinnedToPages)

const boot = (name: string, count: number, of = small, host?: HostId): Action => ({
  do: 'boot',
  id: name,
  flavor: of.name,
  image: {},
  count,
  on: host === undefined ? undefined : { host, how: 'requested' },
})
const fill = (host: HostId) => boot(`${host}-vm`, 15, small, host)
const reserve = (host: HostId): Action => ({
  do: 'set-reserved-huge-pages',
  host,
  reserved: [0, 1].map((cell) => ({ cell: CellId(cell), size, count: Pages(256) })),
})

export const pagesNobodyToldNovaAbout: Scenario = {
  id,
  title: 'Pages nobody told Nova about',
  says: 'Nova counts a host’s huge pages less those of its own guests. Open vSwitch holds 256 on each cell, so the sixteenth small guest is sent where the kernel has no room for it.',
  snapshot: cloudWith({
    name: 'Pages nobody told Nova about',
    release: 'liberty',
    hosts: names.map(compute),
    flavors: [small, medium],
    enabledFilters: numaFilters,
  }),
  plans: [
    {
      id: 'the-sixteenth-guest',
      title: 'The sixteenth guest',
      says: 'Fifteen small guests fill cell 0 to Nova’s last 1,024 pages; the kernel has 768. The sixteenth fails in QEMU, a medium one goes to cell 1 and boots.',
      plan: planOf(id, 'liberty', [
        fill(compute07),
        boot('sixteenth', 1, small, compute07),
        boot('medium', 1, medium, compute07),
      ]),
    },
    {
      id: 'three-hosts-three-attempts',
      title: 'Three hosts, three attempts',
      says: 'With three such hosts Nova tries each of them once, on cell 0, and finds no valid host; on every one of them cell 1 has 16,128 pages free.',
      plan: planOf(id, 'liberty', [...names.map(fill), boot('sixteenth', 1), boot('medium', 1, medium)]),
    },
    {
      id: 'told-on-newton',
      title: 'The same, told to Nova',
      says: 'Newton has reserved_huge_pages. Told of the 256 pages on each cell, it sends the sixteenth guest to cell 1.',
      plan: planOf(id, 'newton', [
        reserve(compute07),
        fill(compute07),
        boot('sixteenth', 1, small, compute07),
        boot('medium', 1, medium, compute07),
      ]),
    },
  ],
}
