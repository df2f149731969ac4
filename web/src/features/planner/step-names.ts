import type { Action } from '@headroom/shared'
import type { Formed } from './typed-step.ts'

/** What a step can do, in the words of the menu that adds one. */
export const stepNames: Record<Action['do'], string> = {
  boot: 'Boot guests',
  'live-migrate': 'Live-migrate a guest',
  'cold-migrate': 'Cold-migrate a guest',
  resize: 'Resize a guest',
  confirm: 'Confirm a move',
  revert: 'Revert a move',
  delete: 'Delete a guest',
  'take-pages': 'A process takes pages',
  'give-pages-back': 'A process gives pages back',
  'set-reserved-huge-pages': 'Set reserved_huge_pages',
  'set-allocation-ratios': 'Set allocation ratios',
  'set-reserved-host-memory': 'Set reserved_host_memory_mb',
  'set-reserved-host-cpus': 'Set reserved_host_cpus',
  'set-cpu-sets': 'Set CPUs for guests',
  'set-packing': 'Pack or spread NUMA cells',
  'set-enabled-filters': 'Set enabled_filters',
  'upgrade-scheduler': 'Upgrade the scheduler',
  'upgrade-compute': 'Upgrade a compute',
  'power-off': 'Shut a guest off',
  'power-on': 'Start a guest',
  'set-service': 'Set a compute service',
  'add-host': 'Add a host like another',
  'lose-host': 'Lose a host',
  'reboot-host': 'Reboot a host',
  evacuate: 'Evacuate a guest',
  shelve: 'Shelve a guest',
  'shelve-offload': 'Offload a shelved guest',
  unshelve: 'Unshelve a guest',
  rebuild: 'Rebuild a guest',
}

/** The menu's, by what they are done to. */
export const formed: readonly { readonly title: string; readonly steps: readonly Formed[] }[] = [
  {
    title: 'Guests',
    steps: [
      'boot',
      'live-migrate',
      'cold-migrate',
      'resize',
      'confirm',
      'revert',
      'evacuate',
      'rebuild',
      'power-off',
      'power-on',
      'shelve',
      'shelve-offload',
      'unshelve',
      'delete',
    ],
  },
  { title: 'Hosts', steps: ['add-host', 'lose-host', 'reboot-host', 'set-service'] },
  { title: 'Processes', steps: ['take-pages', 'give-pages-back'] },
  {
    title: 'Configuration',
    steps: [
      'set-reserved-huge-pages',
      'set-allocation-ratios',
      'set-reserved-host-memory',
      'set-reserved-host-cpus',
      'set-cpu-sets',
      'set-packing',
      'set-enabled-filters',
      'upgrade-scheduler',
      'upgrade-compute',
    ],
  },
]
