import type { z } from 'zod'
import type { ReservedPages } from '../model/host.ts'
import type { Parsed } from '../parsing/parsed.ts'
import { problemsOf } from '../parsing/salvage.ts'
import type { Action, Plan } from '../planner/action.ts'
import { list, object, oneOf, optional } from './form.ts'
import { reservedPages } from './hosts.ts'
import {
  count,
  flag,
  guestId,
  hostCellId,
  hostId,
  kib,
  pageSize,
  pages,
  ratio,
  text,
  texts,
  word,
} from './quantities.ts'
import { type Upgrades, upgraded, versionOf } from './versions.ts'

type Do<Word extends Action['do']> = Extract<Action, { readonly do: Word }>

const disabled = {
  disabled: ['disabled', optional(flag), 'Kept in the plan and left out of its replay; absent is false.'],
} as const

const onHost = object<NonNullable<Do<'boot'>['on']>>()({
  host: ['host', hostId, 'The only host that is asked.'],
  how: ['how', word('requested', 'forced'), '`requested` passes the filters, `forced` skips them.'],
})

const pagesOf = {
  by: ['by', text, 'The process, by any name.'],
  host: ['host', hostId, 'Host.'],
  cell: ['node', hostCellId, 'NUMA node.'],
  size: ['size_kib', pageSize, 'KiB per page.'],
  pages: ['pages', pages, 'How many pages.'],
} as const

const guest = ['guest', guestId, 'The guest.'] as const
const pagesOfBoot = object<ReservedPages>()({
  cell: ['node', hostCellId, 'NUMA node.'],
  size: ['size_kib', pageSize, 'KiB per page.'],
  count: ['pages', pages, 'Pages of the pool.'],
})

const action = oneOf<Action, 'do'>('do', {
  boot: object<Do<'boot'>>()({
    do: ['do', word('boot'), 'Boot guests.'],
    ...disabled,
    id: ['id', text, 'Prefix of the new guests’ ids and names.'],
    flavor: ['flavor', text, 'Name of a flavor of the snapshot.'],
    image: ['image', texts, 'Image properties by name.'],
    count: ['count', count, 'How many.'],
    on: ['on', optional(onHost), 'Absent is any host.'],
    group: ['server_group', optional(text), 'Id of the server group they join; absent is none.'],
    zone: ['zone', optional(text), 'Availability zone they are to be in; absent is any.'],
  }),
  'live-migrate': object<Do<'live-migrate'>>()({
    do: ['do', word('live-migrate'), 'Live-migrate a guest.'],
    ...disabled,
    guest,
    to: ['to', optional(hostId), 'The destination; absent leaves it to the scheduler.'],
    microversion: [
      'microversion',
      optional(text),
      'API microversion, `2.30`; absent is the release’s newest.',
    ],
    force: ['force', optional(flag), '`force` of microversions 2.30 to 2.67; absent is false.'],
  }),
  'cold-migrate': object<Do<'cold-migrate'>>()({
    do: ['do', word('cold-migrate'), 'Stop a guest and start it on another host.'],
    ...disabled,
    guest,
    to: ['to', optional(hostId), 'The destination; absent leaves it to the scheduler.'],
  }),
  resize: object<Do<'resize'>>()({
    do: ['do', word('resize'), 'Give a guest another flavor.'],
    ...disabled,
    guest,
    flavor: ['flavor', text, 'Name of a flavor of the snapshot.'],
  }),
  confirm: object<Do<'confirm'>>()({
    do: ['do', word('confirm'), 'Confirm a resize or cold migration.'],
    ...disabled,
    guest,
  }),
  revert: object<Do<'revert'>>()({
    do: ['do', word('revert'), 'Revert a resize or cold migration.'],
    ...disabled,
    guest,
  }),
  delete: object<Do<'delete'>>()({ do: ['do', word('delete'), 'Delete a guest.'], ...disabled, guest }),
  'take-pages': object<Do<'take-pages'>>()({
    do: ['do', word('take-pages'), 'A process outside Nova takes huge pages.'],
    ...disabled,
    ...pagesOf,
  }),
  'give-pages-back': object<Do<'give-pages-back'>>()({
    do: ['do', word('give-pages-back'), 'A process outside Nova gives huge pages back.'],
    ...disabled,
    ...pagesOf,
  }),
  'set-reserved-huge-pages': object<Do<'set-reserved-huge-pages'>>()({
    do: ['do', word('set-reserved-huge-pages'), 'Set `reserved_huge_pages` of a host.'],
    ...disabled,
    host: ['host', hostId, 'Host.'],
    reserved: ['reserved', list(reservedPages), 'All values of the option.'],
  }),
  'set-allocation-ratios': object<Do<'set-allocation-ratios'>>()({
    do: ['do', word('set-allocation-ratios'), 'Set `*_allocation_ratio`.'],
    ...disabled,
    host: ['host', optional(hostId), 'Host; absent is every one.'],
    cpu: ['cpu', optional(ratio), '`cpu_allocation_ratio`; absent stays as it is.'],
    ram: ['ram', optional(ratio), '`ram_allocation_ratio`; absent stays as it is.'],
    disk: ['disk', optional(ratio), '`disk_allocation_ratio`; absent stays as it is.'],
  }),
  'set-reserved-host-memory': object<Do<'set-reserved-host-memory'>>()({
    do: ['do', word('set-reserved-host-memory'), 'Set `reserved_host_memory_mb` of a host.'],
    ...disabled,
    host: ['host', hostId, 'Host.'],
    memory: ['memory_kib', kib, 'Memory that is kept from guests.'],
  }),
  'set-reserved-host-cpus': object<Do<'set-reserved-host-cpus'>>()({
    do: ['do', word('set-reserved-host-cpus'), 'Set `reserved_host_cpus` of a host.'],
    ...disabled,
    host: ['host', hostId, 'Host.'],
    cpus: ['cpus', count, 'CPUs that are kept from guests.'],
  }),
  'set-cpu-sets': object<Do<'set-cpu-sets'>>()({
    do: ['do', word('set-cpu-sets'), 'Set which CPUs of a host guests may use.'],
    ...disabled,
    host: ['host', hostId, 'Host.'],
    vcpuPinSet: ['vcpu_pin_set', optional(text), '`vcpu_pin_set`; absent is not set.'],
    cpuSharedSet: ['cpu_shared_set', optional(text), '`[compute] cpu_shared_set`; absent is not set.'],
    cpuDedicatedSet: [
      'cpu_dedicated_set',
      optional(text),
      '`[compute] cpu_dedicated_set`; absent is not set.',
    ],
  }),
  'set-packing': object<Do<'set-packing'>>()({
    do: ['do', word('set-packing'), 'Set `packing_host_numa_cells_allocation_strategy` of a host.'],
    ...disabled,
    host: ['host', hostId, 'Host.'],
    packing: ['packing', optional(flag), 'Absent is the release’s default.'],
  }),
  'set-enabled-filters': object<Do<'set-enabled-filters'>>()({
    do: ['do', word('set-enabled-filters'), 'Set `enabled_filters` of the scheduler.'],
    ...disabled,
    filters: ['filters', optional(list(text)), 'All of them; absent is the release’s default.'],
  }),
  'upgrade-scheduler': object<Do<'upgrade-scheduler'>>()({
    do: ['do', word('upgrade-scheduler'), 'The scheduler runs another release; computes stay as they are.'],
    ...disabled,
    release: ['release', text, 'Id of a release.'],
  }),
  'upgrade-compute': object<Do<'upgrade-compute'>>()({
    do: ['do', word('upgrade-compute'), 'A compute runs another release, and counts its guests anew.'],
    ...disabled,
    host: ['host', optional(hostId), 'Host; absent is every one.'],
    release: ['release', text, 'Id of a release.'],
  }),
  'power-off': object<Do<'power-off'>>()({
    do: ['do', word('power-off'), 'Shut a guest off where it is.'],
    ...disabled,
    guest: ['guest', guestId, 'The guest.'],
  }),
  'power-on': object<Do<'power-on'>>()({
    do: ['do', word('power-on'), 'Start a guest that is shut off.'],
    ...disabled,
    guest: ['guest', guestId, 'The guest.'],
  }),
  'set-service': object<Do<'set-service'>>()({
    do: ['do', word('set-service'), 'Disable or enable a compute service, or have it down or up.'],
    ...disabled,
    host: ['host', hostId, 'Host.'],
    state: ['state', word('enabled', 'disabled', 'up', 'down'), 'What it is from now on.'],
  }),
  'add-host': object<Do<'add-host'>>()({
    do: ['do', word('add-host'), 'Add a host like another, without guests.'],
    ...disabled,
    id: ['id', hostId, 'Name of the new host.'],
    like: ['like', hostId, 'The host it is like.'],
  }),
  'lose-host': object<Do<'lose-host'>>()({
    do: ['do', word('lose-host'), 'A host fails with all its guests.'],
    ...disabled,
    host: ['host', hostId, 'Host.'],
  }),
  evacuate: object<Do<'evacuate'>>()({
    do: ['do', word('evacuate'), 'Build a guest of a host that is down anew on another.'],
    ...disabled,
    guest,
    to: ['to', optional(hostId), 'The destination; absent leaves it to the scheduler.'],
    microversion: ['microversion', optional(text), 'API microversion; absent is the release’s newest.'],
    force: ['force', optional(flag), '`force` of microversions 2.29 to 2.67; absent is false.'],
  }),
  shelve: object<Do<'shelve'>>()({
    do: ['do', word('shelve'), 'Shelve a guest.'],
    ...disabled,
    guest,
    keep: ['keep', optional(flag), 'It stays on its host, shut off; absent is false: it leaves.'],
  }),
  'shelve-offload': object<Do<'shelve-offload'>>()({
    do: ['do', word('shelve-offload'), 'A shelved guest leaves its host.'],
    ...disabled,
    guest,
  }),
  unshelve: object<Do<'unshelve'>>()({
    do: ['do', word('unshelve'), 'A shelved guest runs again.'],
    ...disabled,
    guest,
    to: [
      'to',
      optional(hostId),
      'The host of one that is on none, microversion 2.91; absent leaves it to the scheduler.',
    ],
    zone: [
      'zone',
      optional(text),
      'The zone it keeps from then on, microversion 2.77; absent is the one it had.',
    ],
    unpin: ['unpin', optional(flag), 'It keeps to no zone any more, microversion 2.91; absent is false.'],
  }),
  rebuild: object<Do<'rebuild'>>()({
    do: ['do', word('rebuild'), 'Make a guest anew where it is.'],
    ...disabled,
    guest,
    image: ['image', optional(texts), 'Properties of the new image; absent is its own image.'],
  }),
  'reboot-host': object<Do<'reboot-host'>>()({
    do: ['do', word('reboot-host'), 'A host boots anew, with other huge pages where they are named.'],
    ...disabled,
    host: ['host', hostId, 'Host.'],
    pools: ['pools', list(pagesOfBoot), 'Huge pages from then on; pools that are not named keep theirs.'],
    resumeGuests: [
      'resume_guests_state_on_host_boot',
      optional(flag),
      'The compute’s option of that name; absent is false.',
    ],
  }),
})

const plan = object<Plan>()({
  version: ['headroom_plan', versionOf(1), 'Version of this document.'],
  snapshot: [
    'snapshot',
    optional(text),
    'Scenario or snapshot the plan is for; absent for what was dropped on the page.',
  ],
  release: ['release', optional(text), 'Nova’s release the plan is for.'],
  actions: ['actions', list(action), 'What is to be done, in order.'],
})

/** The plan's JSON: what was asked, never what came of it. */
export const PlanV1 = plan.schema
export type PlanV1 = z.infer<typeof PlanV1>

const upgrades: Upgrades = {}

/** Reads a plan of this version or an older one. A plan with one action that does not parse is no plan. */
export function readPlan(json: unknown): Parsed<Plan> {
  const current = upgraded(json, 'headroom_plan', 1, upgrades)
  if (current.facts === undefined) return { facts: undefined, problems: current.problems }
  const read = PlanV1.safeParse(current.facts)
  return read.success
    ? { facts: plan.read(read.data), problems: [] }
    : { facts: undefined, problems: problemsOf(read.error, current.facts) }
}

export const writePlan = (of: Plan): PlanV1 => plan.write(of)
