import fc from 'fast-check'
import { type Choice, chosen } from './choice.ts'
import { type HostCellJson, type HostJson, hostJsons } from './host.ts'

/** What nova-compute reads of a host: libvirt's capabilities, nova.conf, and which CPUs are online. */
export interface DriverJson {
  readonly caps_xml: string
  readonly conf: Readonly<Record<string, Readonly<Record<string, string | readonly string[]>>>>
  readonly online_cpus?: readonly number[]
}

/** A set of CPUs as an operator writes it, by places among the CPUs of the host. */
const cpuSpec = fc.record({
  from: fc.nat(60),
  length: fc.nat(20),
  more: fc.array(fc.nat(60), { maxLength: 3 }),
  without: fc.array(fc.nat(60), { maxLength: 2 }),
  spaced: chosen(false, false, true),
  /** CPUs the host does not have are among them. */
  beyond: chosen(...Array.from({ length: 12 }, (_, index) => index === 11)),
})

const unsetOr = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: undefined })

/** Seldom what is no set of CPUs. */
const written = fc.oneof(
  { weight: 14, arbitrary: cpuSpec },
  { weight: 1, arbitrary: chosen('x', '3-1', '-', '0-', '^0', '0,,1', ' ', '0-1-2', '^0-1,0-5', '٣') },
)

const driverShape = fc.record({
  host: hostJsons,
  oddKiB: fc.nat(1023),
  spansSockets: chosen(false, false, false, true),
  pinSet: fc.oneof({ weight: 5, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: written }),
  shared: unsetOr(written),
  dedicated: unsetOr(written),
  reserved: fc.array(
    fc.record({
      cell: fc.nat(8),
      size: chosen('2048', '2048', '4', '1048576', '2MB', '1GB', '64', 'x'),
      count: fc.nat(500),
    }),
    { maxLength: 2 },
  ),
  offline: fc.oneof(
    { weight: 4, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: fc.array(fc.nat(60), { maxLength: 3 }) },
  ),
})

type DriverShape = Choice<typeof driverShape>

const cpusOf = ({ siblings }: HostCellJson) => siblings.flat().sort((a, b) => a - b)

function cpuXml(cell: HostCellJson, spansSockets: boolean): readonly string[] {
  const coreOf = new Map(cell.siblings.flatMap((core, index) => core.map((cpu) => [cpu, { core, index }])))
  return cpusOf(cell).map((cpu, at) => {
    const { core, index } = coreOf.get(cpu) as { core: readonly number[]; index: number }
    const socket = cell.socket + (spansSockets ? at % 2 : 0)
    return `<cpu id='${cpu}' socket_id='${socket}' core_id='${index}' siblings='${core.join(',')}'/>`
  })
}

const cellXml = (cell: HostCellJson, { oddKiB, spansSockets }: DriverShape): string => {
  const cpus = cpuXml(cell, spansSockets)
  return [
    `<cell id='${cell.id}'>`,
    `<memory unit='KiB'>${cell.memory_mb * 1024 + oddKiB}</memory>`,
    ...cell.mempages.map(({ size_kb, total }) => `<pages unit='KiB' size='${size_kb}'>${total}</pages>`),
    `<cpus num='${cpus.length}'>`,
    ...cpus,
    '</cpus></cell>',
  ].join('')
}

const capabilitiesXml = (host: HostJson, shape: DriverShape): string =>
  [
    '<capabilities><host><cpu><arch>x86_64</arch></cpu><topology>',
    `<cells num='${host.cells.length}'>`,
    ...host.cells.map((cell) => cellXml(cell, shape)),
    '</cells></topology></host></capabilities>',
  ].join('')

function specText(spec: Choice<typeof written>, all: readonly number[]): string {
  if (typeof spec === 'string') return spec
  const { from, length, more, without, spaced, beyond } = spec
  const cpu = (at: number) => all[at % Math.max(1, all.length)] ?? at
  const range = all.slice(from % Math.max(1, all.length)).slice(0, length + 1)
  const parts = [
    ...range.map(String),
    ...more.map((at) => `${cpu(at)}`),
    ...(beyond ? ['9000-9001'] : []),
    ...without.map((at) => `^${cpu(at)}`),
  ]
  return parts.join(spaced ? ' , ' : ',')
}

function driverJson(shape: DriverShape): DriverJson {
  const { host, pinSet, shared, dedicated, reserved, offline } = shape
  const all = host.cells.flatMap(cpusOf)
  const option = (name: string, spec: Choice<typeof written> | undefined) =>
    spec === undefined ? {} : { [name]: specText(spec, all) }
  const pages = reserved.map(({ cell, size, count }) => `node:${cell},size:${size},count:${count}`)
  return {
    caps_xml: capabilitiesXml(host, shape),
    conf: {
      DEFAULT: {
        ...option('vcpu_pin_set', pinSet),
        ...(pages.length > 0 ? { reserved_huge_pages: pages } : {}),
      },
      compute: { ...option('cpu_shared_set', shared), ...option('cpu_dedicated_set', dedicated) },
    },
    ...(offline === undefined
      ? {}
      : { online_cpus: all.filter((_, at) => !offline.some((place) => place % all.length === at)) }),
  }
}

export const driverJsons: fc.Arbitrary<DriverJson> = driverShape.map(driverJson)
