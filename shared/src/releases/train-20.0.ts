import { after } from './release.ts'
import { stein } from './stein.ts'

export const train200 = after(stein, {
  id: 'train-20.0',
  name: 'Train 20.0',
  nova: '20.0.0',
  changes: {
    requestFilters: {
      to: [
        ...stein.rules.requestFilters,
        'require_image_type_support',
        'compute_status_filter',
        'isolate_aggregates',
      ],
      commit: '168d34c8d1',
      since: '20.0.0',
      note: 'Placement leaves out hosts whose service is disabled, by a trait that the compute sets; and by option those that cannot boot the image’s format, and aggregates kept for a trait.',
    },
    requestedHost: {
      to: 'judged by filters',
      commit: '564290ab14',
      since: '20.0.0',
      note: 'A boot may name one host without skipping the filters (microversion 2.74).',
    },
    unshelveTo: {
      to: 'a zone',
      commit: '27b6c18c66',
      since: '20.0.0',
      note: 'A guest that is unshelved may be given another zone (microversion 2.77).',
    },
    placementLimit: {
      to: 'unless one host is asked for',
      commit: '575fd08e63',
      since: '20.0.0',
      bug: 1777591,
      note: 'Placement is asked for the host by name where one is asked for, forced or not.',
    },
    claimTests: {
      to: 'cells',
      commit: '5406c8bd9b',
      since: '20.0.0',
      note: 'A claim no longer tests memory, disk and vCPUs: Placement has them claimed already.',
    },
    endedMigrations: {
      to: ['confirmed', 'reverted', 'error', 'failed', 'completed', 'cancelled', 'done'],
      commit: '45c2ba37bc',
      since: '20.0.0',
      note: 'A migration that is accepted counts at its other end.',
    },
    instanceOverhead: {
      to: 'none',
      commit: '97096c8e4a',
      since: '20.0.0',
      note: 'Drivers no longer add to what a guest takes.',
    },
    incomingLiveMigration: {
      to: 'counted',
      commit: 'b335d0c157',
      since: '20.0.0',
      note: 'The destination of a live migration counts the guest from the start, not when it has arrived.',
    },
    liveMigratedCells: {
      to: 'claimed anew',
      commit: '083bafc353',
      since: '20.0.0',
      bug: 1289064,
      note: 'A guest with NUMA topology is live-migrated onto cells, CPUs and pages that the destination claims.',
    },
    cpuUsage: {
      to: 'vCPUs of unpinned guests',
      commit: '213fa4c57a',
      since: '20.0.0',
      note: 'Pinned vCPUs no longer add to the CPU usage of a cell.',
    },
    pinsCounted: {
      to: 'cell by cell',
      commit: '213fa4c57a',
      since: '20.0.0',
      note: 'Pins are counted cell by cell; before, only where every cell of the guest was pinned.',
    },
    defaultFilters: {
      to: [
        'AvailabilityZoneFilter',
        'ComputeFilter',
        'ComputeCapabilitiesFilter',
        'ImagePropertiesFilter',
        'ServerGroupAntiAffinityFilter',
        'ServerGroupAffinityFilter',
      ],
      commit: '257ef9573f',
      since: '20.0.0',
      note: 'A failed host is left out by the list of alternates, no longer by RetryFilter.',
    },
    explicitCpuResources: {
      to: 'read',
      commit: '278ab01c32',
      since: '20.0.0',
      note: 'resources:PCPU, resources:VCPU and the trait HW_CPU_HYPERTHREADING stand for CPU and thread policies.',
    },
    vpmem: {
      to: 'read',
      commit: 'c39ad2383c',
      since: '20.0.0',
      note: 'A guest with hw:pmem has NUMA cells.',
    },
    hostCellVersion: {
      to: '1.4',
      commit: '1ecb141da1',
      since: '20.0.0',
      note: 'A host cell stores CPUs for pinned guests apart from those for shared vCPUs.',
    },
    countedInTurn: {
      to: 'guests',
      commit: '213fa4c57a',
      since: '20.0.0',
      note: 'Guests are counted one after another; before, cell after cell.',
    },
    guestCpuOptions: {
      to: 'vcpu_pin_set, cpu_shared_set, cpu_dedicated_set',
      commit: '8da70ef95e',
      since: '20.0.0',
      note: 'cpu_shared_set and cpu_dedicated_set say which CPUs shared and dedicated vCPUs have; CPUs that are not online stop the compute.',
    },
  },
})
