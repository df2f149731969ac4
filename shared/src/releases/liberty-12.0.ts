import { kilo } from './kilo.ts'
import { after } from './release.ts'

export const liberty120 = after(kilo, {
  id: 'liberty-12.0',
  name: 'Liberty 12.0',
  nova: '12.0.0',
  changes: {
    ordinaryGuestCpus: {
      to: 'any of the host',
      commit: 'eb253255d7',
      since: '12.0.0',
      bug: 1461777,
      note: 'A guest without cells runs on any CPU of the host again, as it does in 2014.2.4 and 2015.1.1.',
    },
    ratioOptions: {
      to: 'of the compute, disk of the scheduler',
      commit: '4a9e14a7a7',
      since: '12.0.0',
      note: 'Each compute has its own cpu_allocation_ratio and ram_allocation_ratio, and reports them.',
    },
    evacuations: {
      to: 'counted while rebuilding',
      commit: '4ee4f9f2ec',
      since: '12.0.0',
      note: 'A guest that is evacuated counts where it is rebuilt, as long as its task is rebuilding.',
    },
    cellsOfMoves: {
      to: 'of the migration context',
      commit: '7fd3032f39',
      since: '12.0.0',
      bug: 1417667,
      note: 'The guest keeps the cells of both ends of a move; the other end is counted on the cells it has there.',
    },
    xmlPageAccess: {
      to: 'shared',
      commit: '25df2fae79',
      since: '12.0.0',
      bug: 1447079,
      note: 'Memory of a guest on huge pages is mapped shared, so that vhost-user can reach it.',
    },
    unknownPins: {
      to: 'refused',
      commit: 'bcb3d54635',
      since: '12.0.0',
      bug: 1483613,
      note: 'Pinning a CPU that is not of the cell raises, and with it the audit of the whole host.',
    },
    defaultFilters: {
      to: [
        'RetryFilter',
        'AvailabilityZoneFilter',
        'RamFilter',
        'DiskFilter',
        'ComputeFilter',
        'ComputeCapabilitiesFilter',
        'ImagePropertiesFilter',
        'ServerGroupAntiAffinityFilter',
        'ServerGroupAffinityFilter',
      ],
      commit: '6739df76ec',
      since: '12.0.0',
      note: 'The scheduler checks disk by default.',
    },
    selfOvercommit: {
      to: 'refused',
      commit: '95940ccbb9',
      since: '12.0.0',
      bug: 1485631,
      note: 'A guest larger than the whole host is refused, whatever the ratio.',
    },
    constraintOrder: {
      to: 'nodes, pinning',
      commit: '36d37a670e',
      since: '12.0.0',
      note: 'Image properties are typed when an image is read: a value that does not parse fails the request, whatever the flavor says.',
    },
    numaNodes: {
      to: 'zero is none',
      commit: '36d37a670e',
      since: '12.0.0',
      note: 'hw:numa_nodes=0 asks for no cell.',
    },
    memPageSize: {
      to: 'KiB or unit, whole',
      commit: '0c6a750884',
      since: '12.0.0',
      note: 'A page size may have a unit, as in 2MB or 1GiB; 2Mb are bits.',
    },
  },
})
