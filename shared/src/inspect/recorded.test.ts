import { describe, expect, test } from 'vitest'
import { observe } from '../reality/observe.ts'
import type { Reality } from '../reality/reality.ts'
import libvirt from '../reality/recorded/libvirt-9.0.json' with { type: 'json' }
import { host } from '../testing/hosts.ts'
import { holds, observed } from '../testing/observed.ts'
import { GiB } from '../units.ts'
import { inspect } from './inspect.ts'
import type { InspectedDomain } from './inspection.ts'

/** What libvirt 9.0.0 over QEMU 7.2.22 did with a domain: where and with which words it refused, or what QEMU was given. */
interface RecordedDomain {
  readonly case: string
  readonly host: string
  readonly xml: readonly string[]
  readonly refusedAt?: string
  readonly says?: string
  readonly givenMib?: number
}

const versions = { libvirt: '9.0.0', qemu: '7.2.22' }
const free = { memory: GiB(6), memoryFree: GiB(5) }

/** The machines of the recording, by what was mounted and free there. */
const machines: Readonly<Record<string, Parameters<typeof observed>[0]>> = {
  'nothing mounted': {
    nodes: [
      {
        ...free,
        pools: [
          { size: '2M', total: 512 },
          { size: '1G', total: 0 },
        ],
      },
    ],
    holders: [],
    mounts: [],
    ...versions,
  },
  '512 free': {
    nodes: [
      {
        ...free,
        pools: [
          { size: '2M', total: 512 },
          { size: '1G', total: 0 },
        ],
      },
    ],
    holders: [],
    mounts: ['2M'],
    ...versions,
  },
  '128 free': {
    nodes: [
      {
        ...free,
        pools: [
          { size: '2M', total: 512 },
          { size: '1G', total: 0 },
        ],
      },
    ],
    holders: [holds('hugehog', 384, '2M', 0)],
    mounts: ['2M'],
    ...versions,
  },
  'two nodes, a switch on both': {
    nodes: [
      {
        ...free,
        pools: [
          { size: '2M', total: 1024 },
          { size: '1G', total: 0 },
        ],
      },
      {
        ...free,
        pools: [
          { size: '2M', total: 512 },
          { size: '1G', total: 1 },
        ],
      },
    ],
    holders: [holds('ovs-vswitchd', 128, '2M', 0), holds('ovs-vswitchd', 32, '2M', 1)],
    mounts: ['2M', '1G'],
    ...versions,
  },
}

function machine(name: string): Reality {
  const shape = machines[name]
  const book = shape && observe(host(name, { observed: observed(shape) }))
  if (!book) throw new Error(`no machine ${name}`)
  return book
}

/** The memory QEMU is given: whole MiB of each cell, or of the guest. */
const givenMib = ({ cells, memory }: InspectedDomain): number =>
  (cells.length > 0 ? cells.map((cell) => cell.memory.read) : [memory?.read ?? 0])
    .map((read) => Math.ceil(read / 1024))
    .reduce((all, one) => all + one, 0)

function told(xml: string, on: Reality): string {
  const [domain] = inspect(xml, on).domains
  if (!domain?.start) return 'no domain'
  const lost = domain.findings.find(({ about }) => about.kind === 'not-read')
  if (lost) return `not read at ${lost.at.path}`
  if (domain.start.outcome === 'unknown') return 'unknown'
  if (domain.start.outcome === 'starts') return `starts with ${givenMib(domain)} MiB`
  const [first] = domain.start.refusals
  return `refused at ${first.moment}: ${first.words?.says}`
}

describe('libvirt 9.0 over QEMU 7.2', () => {
  const recorded = (libvirt as readonly unknown[] as readonly RecordedDomain[]).map((one) => ({
    ...one,
    text: one.xml.join('\n'),
  }))
  const broken = ({ says }: RecordedDomain) => says?.includes('missing element or attribute')

  test.each(recorded.filter((one) => !broken(one)))('$case, $host', (one) => {
    expect(told(one.text, machine(one.host))).toBe(
      one.refusedAt ? `refused at ${one.refusedAt}: ${one.says}` : `starts with ${one.givenMib} MiB`,
    )
  })

  test.each(recorded.filter(broken))('$case is said to lack what libvirt misses', (one) => {
    expect(told(one.text, machine(one.host))).toBe('not read at /domain/cpu/numa/cell[1]/@memory')
  })

  test('every recorded domain', () => {
    expect(recorded).toHaveLength(39)
  })
})
