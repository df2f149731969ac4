import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CellId, GuestId, HostId } from '../model/ids.ts'
import type { Action } from '../planner/action.ts'
import { cloudOf } from '../planner/cloud.ts'
import { commandsOf } from '../planner/commands.ts'
import { play } from '../planner/replay.ts'
import { releaseById } from '../releases/index.ts'
import { scenarioById } from '../scenarios/index.ts'
import { plans } from '../testing/arbitraries.ts'
import { MiB, PageSize, Pages } from '../units.ts'
import { commandLine, type PlanReplayed, planCsv, planMarkdown, planScript } from './plan-export.ts'

const host = HostId('compute-07')
const guest = GuestId('a-1')

function under(id: string) {
  const snapshot = scenarioById('pages-nobody-told-nova-about')?.snapshot
  const release = releaseById(id)
  if (!snapshot || !release) throw new Error(`no scenario, or no release ${id}`)
  return cloudOf(snapshot, release)
}

function replayed(id: string, ...actions: readonly Action[]): PlanReplayed {
  const start = under(id)
  return { name: 'a plan', start, played: play(start, actions) }
}

const boot: Action = {
  do: 'boot',
  id: 'a',
  flavor: 'm1.small',
  image: {},
  count: 2,
  on: { host, how: 'requested' },
}

/** The commands of a step, one a line. */
const runs = (release: string, action: Action) =>
  commandsOf(under(release), action)
    .runs.map((run) =>
      run.kind === 'client' ? commandLine(run.argv) : 'lines' in run ? run.lines.join('; ') : run.kind,
    )
    .join('\n')

describe('the command of a step', () => {
  const to = HostId('compute-08')
  test.each<[string, string, Action, string]>([
    [
      'a boot that is forced names zone and host',
      'liberty',
      { ...boot, count: 1, on: { host, how: 'forced' } } as Action,
      'openstack server create --flavor m1.small --image "$IMAGE" --network "$NETWORK" --availability-zone nova:compute-07 --wait a-1',
    ],
    [
      'since Train a host is named and judged',
      'train',
      { ...boot, count: 1 } as Action,
      'openstack --os-compute-api-version 2.74 server create --flavor m1.small --image "$IMAGE" --network "$NETWORK" --host compute-07 --wait a-1',
    ],
    ['before, no command does so', 'stein', { ...boot, count: 1 } as Action, 'not in this release'],
    [
      'a live migration to a named host is judged since Newton',
      'zed',
      { do: 'live-migrate', guest, to },
      'openstack --os-compute-api-version 2.30 server migrate --live-migration --host compute-08 a-1',
    ],
    [
      'and forced before',
      'mitaka',
      { do: 'live-migrate', guest, to },
      'nova --os-compute-api-version 2.1 live-migration a-1 compute-08',
    ],
    [
      'or where that is asked for',
      'queens',
      { do: 'live-migrate', guest, to, force: true },
      'nova --os-compute-api-version 2.30 live-migration --force a-1 compute-08',
    ],
    ['a guest may stop', 'zed', { do: 'power-off', guest }, 'openstack server stop a-1'],
    [
      'a name like an option is no option',
      'zed',
      { do: 'delete', guest: GuestId('--all') },
      'openstack server delete --wait -- --all',
    ],
    [
      'a service goes out of use',
      'zed',
      { do: 'set-service', host, state: 'disabled' },
      'openstack compute service set --disable compute-07 nova-compute',
    ],
    [
      'pages are reserved by lines of nova.conf',
      'zed',
      {
        do: 'set-reserved-huge-pages',
        host,
        reserved: [{ cell: CellId(0), size: PageSize(2048), count: Pages(256) }],
      },
      'reserved_huge_pages = node:0,size:2048,count:256',
    ],
    [
      'memory is reserved in whole MiB',
      'zed',
      { do: 'set-reserved-host-memory', host, memory: MiB(4096) },
      'reserved_host_memory_mb = 4096',
    ],
    ['a process of the host is nothing of OpenStack’s', 'zed', { do: 'lose-host', host }, 'by hand'],
  ])('%s', (_, release, action, says) => {
    expect(runs(release, action)).toBe(says)
  })

  test('is quoted so that a shell reads each word as it was', () => {
    const words = fc.array(
      fc
        .string({ unit: 'binary', maxLength: 12 })
        .filter((word) => !word.includes('\0') && !/[\ud800-\udfff]/.test(word)),
      { minLength: 1, maxLength: 4 },
    )
    fc.assert(
      fc.property(words, (argv) => {
        const printed = execFileSync('sh', ['-c', `printf '%s\\0' ${commandLine(argv)}`], {
          encoding: 'utf8',
        })
        expect(printed.split('\0').slice(0, -1)).toEqual(argv)
      }),
      { numRuns: 40 },
    )
  })
})

const wanted = (name: string, meaning: string) => [': "$', `{${name}:?${meaning}}"`].join('')

describe('the script of a plan', () => {
  test('looks before each step, and runs it', () => {
    expect(planScript(replayed('train', boot, { do: 'power-off', guest })).split('\n')).toEqual([
      '#!/bin/sh',
      '# a plan: Pages nobody told Nova about under Nova Train',
      '# Read it before you run it: each step was worked out on the snapshot, not on the cloud as it is now.',
      'set -eu',
      wanted('IMAGE', 'the image of new guests'),
      wanted('NETWORK', 'the network of new guests'),
      'check() { want=$1; shift; got=$("$@"); [ "$got" = "$want" ] || { echo "expected $want, got $got: $*" >&2; exit 1; }; }',
      '',
      '# 1. Boot 2 × m1.small on compute-07',
      '# 2 run, on compute-07, host cell 0.',
      'check m1.small openstack flavor show -f value -c name m1.small',
      "check 'enabled up' openstack compute service list --service nova-compute --host compute-07 -f value -c Status -c State",
      'openstack --os-compute-api-version 2.74 server create --flavor m1.small --image "$IMAGE" --network "$NETWORK" --host compute-07 --wait a-1',
      'openstack --os-compute-api-version 2.74 server create --flavor m1.small --image "$IMAGE" --network "$NETWORK" --host compute-07 --wait a-2',
      '',
      '# 2. Shut off a-1',
      '# It is shut off: its memory on compute-07 is free, and Nova goes on counting it.',
      'check ACTIVE openstack server show -f value -c status a-1',
      'openstack server stop a-1',
      '',
    ])
  })

  test('of any plan is a script that a shell can read, and no name gets out of its comment', () => {
    fc.assert(
      fc.property(plans, ({ actions }) => {
        const script = planScript(replayed('zed', ...actions))
        execFileSync('sh', ['-n'], { input: script })
        const fakes = actions.map((action) => ({ ...action, disabled: true }))
        const lines = planScript(replayed('zed', ...fakes))
          .split('\n')
          .slice(5)
        expect(lines.filter((line) => line !== '' && !line.startsWith('#'))).toEqual([])
      }),
      { numRuns: 25 },
    )
  })
})

describe('the report of a plan', () => {
  test('is a table, and a section for each step', () => {
    const report = planMarkdown(replayed('liberty', boot))
    expect(report).toContain(
      '| 1 | Boot 2 × m1.small on compute-07 | 2 run, on compute-07, host cell 0. |  |',
    )
    expect(report).toContain('## 1. Boot 2 × m1.small on compute-07')
    expect(report).toContain('Hosts: compute-07.')
  })

  test('of any plan has one row a step, whatever names are in it', () => {
    fc.assert(
      fc.property(plans, ({ actions }) => {
        const rows = planMarkdown(replayed('zed', ...actions))
          .split('\n')
          .filter((line) => /^\| \d+ \|/.test(line))
        expect(rows).toHaveLength(actions.length)
        for (const row of rows) expect(row.replace(/\\./g, '').split('|')).toHaveLength(6)
      }),
      { numRuns: 25 },
    )
  })

  test('as CSV keeps what is no formula from being one', () => {
    const odd: Action = { ...boot, id: '=1+1', flavor: 'say "x", y', count: 1 }
    const [header, row] = planCsv(replayed('liberty', odd)).split('\r\n')
    expect(header).toBe('step,action,asked,outcome,says,differs,hosts')
    expect(row).toContain('"Boot 1 × say ""x"", y on compute-07"')
  })
})
