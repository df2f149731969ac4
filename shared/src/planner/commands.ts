import { reservedValue } from '../divergence/remedy.ts'
import { isForced } from '../migration/path.ts'
import type { GuestId, HostId } from '../model/ids.ts'
import { inMiB } from '../units.ts'
import type { Action } from './action.ts'
import type { Cloud } from './cloud.ts'

/** A word of a command line; `fill` is the name of a shell variable for what a plan does not know. */
export type Arg = string | { readonly fill: 'IMAGE' | 'NETWORK' }

/** To look at before a step; `is` is what it must print. */
export interface Check {
  readonly argv: readonly Arg[]
  readonly is: string
}

export type Run =
  | { readonly kind: 'client'; readonly argv: readonly Arg[] }
  /** Lines of nova.conf, and the service that reads them as it starts. `host` is undefined for every host. */
  | {
      readonly kind: 'nova.conf'
      readonly host: HostId | undefined
      readonly section: string
      readonly lines: readonly string[]
      readonly restart: 'nova-compute' | 'nova-scheduler'
    }
  /** Kernel command line or sysfs of a host, then its boot. */
  | { readonly kind: 'pools'; readonly host: HostId; readonly lines: readonly string[] }
  /** Nothing of OpenStack's does this. */
  | { readonly kind: 'by hand' }
  /** This release has no command that names a host and asks the filters; `instead` skips them. */
  | { readonly kind: 'not in this release'; readonly instead: readonly Arg[] }

export interface StepCommands {
  readonly checks: readonly Check[]
  readonly runs: readonly Run[]
}

type Do<Word extends Action['do']> = Extract<Action, { do: Word }>

/** What to look at and to run for one step, on the cloud as it is before it. */
export function commandsOf(cloud: Cloud, action: Action): StepCommands {
  switch (action.do) {
    case 'boot':
      return bootCommands(cloud, action)
    case 'live-migrate':
      return {
        checks: [statusIs(action.guest, 'ACTIVE'), ...upAt(action.to)],
        runs: [liveMigration(cloud, action)],
      }
    case 'cold-migrate':
      return {
        checks: upAt(action.to),
        runs: [
          action.to === undefined
            ? client(['server', 'migrate'], action.guest)
            : client(['server', 'migrate', '--host', action.to], action.guest, '2.56'),
        ],
      }
    case 'resize':
      return {
        checks: [flavorIsThere(action.flavor)],
        runs: [client(['server', 'resize', '--flavor', action.flavor], action.guest)],
      }
    case 'confirm':
      return {
        checks: [statusIs(action.guest, 'VERIFY_RESIZE')],
        runs: [client(['server', 'resize', 'confirm'], action.guest)],
      }
    case 'revert':
      return {
        checks: [statusIs(action.guest, 'VERIFY_RESIZE')],
        runs: [client(['server', 'resize', 'revert'], action.guest)],
      }
    case 'delete':
      return { checks: [], runs: [client(['server', 'delete', '--wait'], action.guest)] }
    case 'power-off':
      return { checks: [statusIs(action.guest, 'ACTIVE')], runs: [client(['server', 'stop'], action.guest)] }
    case 'power-on':
      return {
        checks: [statusIs(action.guest, 'SHUTOFF')],
        runs: [client(['server', 'start'], action.guest)],
      }
    case 'shelve':
      return { checks: [], runs: [client(['server', 'shelve'], action.guest)] }
    case 'shelve-offload':
      return {
        checks: [statusIs(action.guest, 'SHELVED')],
        runs: [{ kind: 'client', argv: ['nova', 'shelve-offload', ...positional(action.guest)] }],
      }
    case 'unshelve':
      return unshelving(action)
    case 'rebuild': {
      const image: readonly Arg[] = action.image ? ['--image', { fill: 'IMAGE' }] : []
      return { checks: [], runs: [client(['server', 'rebuild', ...image], action.guest)] }
    }
    case 'evacuate':
      return evacuation(cloud, action)
    case 'set-service':
      return { checks: [], runs: [serviceCommand(action)] }
    case 'set-reserved-huge-pages': {
      const lines = action.reserved.map((value) => `reserved_huge_pages = ${reservedValue(value)}`)
      return conf(action.host, 'DEFAULT', lines.length > 0 ? lines : ['# no reserved_huge_pages'])
    }
    case 'set-allocation-ratios': {
      const given = Object.entries({ cpu: action.cpu, ram: action.ram, disk: action.disk })
      const lines = given.flatMap(([of, ratio]) =>
        ratio === undefined ? [] : [`${of}_allocation_ratio = ${ratio}`],
      )
      const ofScheduler = cloud.release.rules.ratioOptions === 'of the scheduler'
      return conf(action.host, 'DEFAULT', lines, ofScheduler ? 'nova-scheduler' : 'nova-compute')
    }
    case 'set-reserved-host-memory':
      return conf(action.host, 'DEFAULT', [`reserved_host_memory_mb = ${Math.ceil(inMiB(action.memory))}`])
    case 'set-reserved-host-cpus':
      return conf(action.host, 'DEFAULT', [`reserved_host_cpus = ${action.cpus}`])
    case 'set-cpu-sets':
      return cpuSets(action)
    case 'set-packing':
      return conf(action.host, 'compute', [
        action.packing === undefined
          ? '# no packing_host_numa_cells_allocation_strategy'
          : `packing_host_numa_cells_allocation_strategy = ${action.packing ? 'True' : 'False'}`,
      ])
    case 'set-enabled-filters':
      return conf(
        undefined,
        'filter_scheduler',
        [action.filters ? `enabled_filters = ${action.filters.join(',')}` : '# no enabled_filters'],
        'nova-scheduler',
      )
    case 'reboot-host': {
      const lines = action.pools.map(
        ({ cell, size, count }) =>
          `/sys/devices/system/node/node${cell}/hugepages/hugepages-${size}kB/nr_hugepages = ${count}`,
      )
      return { checks: [], runs: [{ kind: 'pools', host: action.host, lines }] }
    }
    case 'take-pages':
    case 'give-pages-back':
    case 'add-host':
    case 'lose-host':
    case 'upgrade-scheduler':
    case 'upgrade-compute':
      return { checks: [], runs: [{ kind: 'by hand' }] }
  }
}

const openstack = (argv: readonly Arg[], microversion?: string): readonly Arg[] => [
  'openstack',
  ...(microversion === undefined ? [] : ['--os-compute-api-version', microversion]),
  ...argv,
]

/** A name that begins like an option would be taken for one. */
const positional = (name: string): readonly string[] => (name.startsWith('-') ? ['--', name] : [name])

const client = (argv: readonly Arg[], guest: GuestId, microversion?: string): Run => ({
  kind: 'client',
  argv: [...openstack(argv, microversion), ...positional(guest)],
})

const nova = (argv: readonly Arg[], microversion: string): Run => ({
  kind: 'client',
  argv: ['nova', '--os-compute-api-version', microversion, ...argv],
})

const statusIs = (guest: GuestId, is: string): Check => ({
  argv: openstack(['server', 'show', '-f', 'value', '-c', 'status', ...positional(guest)]),
  is,
})

const flavorIsThere = (flavor: string): Check => ({
  argv: openstack(['flavor', 'show', '-f', 'value', '-c', 'name', ...positional(flavor)]),
  is: flavor,
})

const serviceIs = (host: HostId, columns: readonly string[], is: string): Check => ({
  argv: openstack([
    'compute',
    'service',
    'list',
    '--service',
    'nova-compute',
    '--host',
    host,
    '-f',
    'value',
    ...columns.flatMap((column) => ['-c', column]),
  ]),
  is,
})

const upAt = (host: HostId | undefined): readonly Check[] =>
  host === undefined ? [] : [serviceIs(host, ['Status', 'State'], 'enabled up')]

/** New guests are called `<id>-1` … as they are in the plan. */
function bootCommands({ hosts, release }: Cloud, action: Do<'boot'>): StepCommands {
  const { id, flavor, count, on, zone, group } = action
  const forced = on?.how === 'forced'
  const isNamed = on?.how === 'requested'
  const isUnknown = isNamed && release.rules.requestedHost === 'unknown'
  const place = forced || isUnknown ? `${zone ?? hosts.get(on.host)?.zone ?? 'nova'}:${on.host}` : zone
  const names = Array.from({ length: count }, (_, index) => `${id}-${index + 1}`)
  const argv = (name: string): readonly Arg[] => [
    'server',
    'create',
    '--flavor',
    flavor,
    '--image',
    { fill: 'IMAGE' },
    '--network',
    { fill: 'NETWORK' },
    ...(place === undefined ? [] : ['--availability-zone', place]),
    ...(isNamed && !isUnknown ? ['--host', on.host] : []),
    ...(group === undefined ? [] : ['--hint', `group=${group}`]),
    '--wait',
    ...positional(name),
  ]
  return {
    checks: [flavorIsThere(flavor), ...upAt(on?.host)],
    runs: names.map((name) =>
      isUnknown
        ? { kind: 'not in this release', instead: openstack(argv(name)) }
        : { kind: 'client', argv: openstack(argv(name), isNamed ? '2.74' : undefined) },
    ),
  }
}

function liveMigration({ release }: Cloud, { guest, to, microversion, force }: Do<'live-migrate'>): Run {
  const { rules } = release
  const isOld = rules.namedDestination === 'forced'
  if (to !== undefined && isForced({ microversion, force: force ?? false }, rules)) {
    const below = microversion ?? (force && !isOld ? '2.30' : '2.1')
    return nova(['live-migration', ...(force && !isOld ? ['--force'] : []), ...positional(guest), to], below)
  }
  if (isOld) return nova(['live-migration', ...positional(guest)], microversion ?? '2.1')
  const host = to === undefined ? [] : ['--host', to]
  return client(['server', 'migrate', '--live-migration', ...host], guest, microversion ?? '2.30')
}

function evacuation({ release, guests }: Cloud, action: Do<'evacuate'>): StepCommands {
  const { guest, to, microversion, force } = action
  const { rules } = release
  const source = guests.get(guest)?.host
  const checks = [...(source === undefined ? [] : [serviceIs(source, ['State'], 'down')]), ...upAt(to)]
  const isOld = rules.namedDestination === 'forced'
  if (to !== undefined && isForced({ microversion, force: force ?? false }, rules, 29)) {
    const below = microversion ?? (force && !isOld ? '2.29' : '2.1')
    return {
      checks,
      runs: [nova(['evacuate', ...(force && !isOld ? ['--force'] : []), ...positional(guest), to], below)],
    }
  }
  if (isOld) return { checks, runs: [nova(['evacuate', ...positional(guest)], microversion ?? '2.1')] }
  const host = to === undefined ? [] : ['--host', to]
  return { checks, runs: [client(['server', 'evacuate', ...host], guest, microversion ?? '2.29')] }
}

/** Each option with the first microversion that takes it. */
function unshelving({ guest, to, zone, unpin }: Do<'unshelve'>): StepCommands {
  const needsNewest = to !== undefined || unpin
  const argv = [
    'server',
    'unshelve',
    ...(zone === undefined ? [] : ['--availability-zone', zone]),
    ...(unpin ? ['--no-availability-zone'] : []),
    ...(to === undefined ? [] : ['--host', to]),
  ]
  const microversion = needsNewest ? '2.91' : zone === undefined ? undefined : '2.77'
  return { checks: upAt(to), runs: [client(argv, guest, microversion)] }
}

function serviceCommand({ host, state }: Do<'set-service'>): Run {
  const flag = { enabled: '--enable', disabled: '--disable', up: '--up', down: '--down' }[state]
  const forced = state === 'up' || state === 'down' ? '2.11' : undefined
  const argv = openstack(['compute', 'service', 'set', flag, ...positional(host), 'nova-compute'], forced)
  return { kind: 'client', argv }
}

function conf(
  host: HostId | undefined,
  section: string,
  lines: readonly string[],
  restart: 'nova-compute' | 'nova-scheduler' = 'nova-compute',
): StepCommands {
  return { checks: [], runs: [{ kind: 'nova.conf', host, section, lines, restart }] }
}

function cpuSets({ host, vcpuPinSet, cpuSharedSet, cpuDedicatedSet }: Do<'set-cpu-sets'>): StepCommands {
  const line = (option: string, value: string | undefined) =>
    value ? `${option} = ${value}` : `# no ${option}`
  const of = (section: string, lines: readonly string[]): Run => ({
    kind: 'nova.conf',
    host,
    section,
    lines,
    restart: 'nova-compute',
  })
  return {
    checks: [],
    runs: [
      of('DEFAULT', [line('vcpu_pin_set', vcpuPinSet)]),
      of('compute', [line('cpu_shared_set', cpuSharedSet), line('cpu_dedicated_set', cpuDedicatedSet)]),
    ],
  }
}
