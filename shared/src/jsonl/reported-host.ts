import { z } from 'zod'
import { type CpuOptions, type HostCells, hostCells } from '../accounting/host-cells.ts'
import { reservedHugePages } from '../accounting/reserved.ts'
import { type CapabilityCell, parseCapabilities } from '../evidence/capabilities.ts'
import { cpuSet } from '../model/cpus.ts'
import type { Rules } from '../releases/rules.ts'
import { raised } from './op.ts'

const section = z.record(z.string(), z.union([z.string(), z.array(z.string())])).optional()

/** What libvirt reports of a host, and its nova.conf. */
export const reported = z.object({
  caps_xml: z.string(),
  conf: z.object({ DEFAULT: section, compute: section }).nullish(),
  online_cpus: z.array(z.int()).nullish(),
})

/** One value of an option, without the space around it that oslo.config drops; of several, the last. Empty is unset. */
const last = (value: string | readonly string[] | undefined): string | undefined =>
  (typeof value === 'object' ? value.at(-1) : value)?.trim() || undefined

const all = (value: string | string[] | undefined) =>
  value === undefined ? [] : typeof value === 'string' ? [value] : value

/** The cells nova-compute reports, with the options that decide them. */
export interface ReportedHost {
  readonly kind: 'host'
  /** Undefined where it reports none. */
  readonly cells: Extract<HostCells, { kind: 'cells' }>['cells'] | undefined
  readonly options: CpuOptions
  /** In the order libvirt tells them. */
  readonly online: readonly number[]
  readonly listed: readonly CapabilityCell[]
}

type Faulty = { readonly kind: 'error'; readonly out: object }

export function reportedHost(request: z.infer<typeof reported>, rules: Rules): ReportedHost | Faulty {
  const { caps_xml, conf, online_cpus } = request
  const reserved = reservedHugePages(all(conf?.DEFAULT?.reserved_huge_pages), rules)
  if (reserved?.kind === 'invalid') {
    return { kind: 'error', out: raised(reserved.exception, reserved.value, 'config') }
  }
  const { facts } = parseCapabilities(caps_xml)
  const options: CpuOptions = {
    vcpuPinSet: last(conf?.DEFAULT?.vcpu_pin_set),
    cpuSharedSet: last(conf?.compute?.cpu_shared_set),
    cpuDedicatedSet: last(conf?.compute?.cpu_dedicated_set),
    reservedHugePages: reserved?.reserved ?? [],
  }
  const listed = facts?.cells ?? []
  const online = online_cpus ?? listed.flatMap(({ cpus }) => cpus.map(({ id }) => id))
  const host = hostCells(listed, cpuSet(online), options, rules)
  if (host.kind === 'invalid') {
    return { kind: 'error', out: raised(host.exception, `${host.option}=${host.value}`, 'host') }
  }
  return { kind: 'host', cells: host.kind === 'cells' ? host.cells : undefined, options, online, listed }
}
