import { z } from 'zod'
import { hostCells } from '../accounting/host-cells.ts'
import { reservedHugePages } from '../accounting/reserved.ts'
import { parseCapabilities } from '../evidence/capabilities.ts'
import { cpuSet } from '../model/cpus.ts'
import { wholeHostJson } from './host.ts'
import { type Op, raised } from './op.ts'

const section = z.record(z.string(), z.union([z.string(), z.array(z.string())])).optional()

const request = z.object({
  caps_xml: z.string(),
  conf: z.object({ DEFAULT: section, compute: section }).nullish(),
  online_cpus: z.array(z.int()).nullish(),
})

/** One value of an option, without the space around it that oslo.config drops; of several, the last. */
const last = (value: string | readonly string[] | undefined) =>
  (typeof value === 'object' ? value.at(-1) : value)?.trim()

const all = (value: string | string[] | undefined) =>
  value === undefined ? [] : typeof value === 'string' ? [value] : value

/** A host as nova-compute builds it from libvirt's capabilities and nova.conf; null where it reports no cells. */
export const hostFromCapabilities: Op = (line, { rules }) => {
  const { caps_xml, conf, online_cpus } = request.parse(line)
  const reserved = reservedHugePages(all(conf?.DEFAULT?.reserved_huge_pages), rules)
  if (reserved?.kind === 'invalid') return raised(reserved.exception, reserved.value, 'config')

  const { facts } = parseCapabilities(caps_xml)
  const options = {
    vcpuPinSet: last(conf?.DEFAULT?.vcpu_pin_set),
    cpuSharedSet: last(conf?.compute?.cpu_shared_set),
    cpuDedicatedSet: last(conf?.compute?.cpu_dedicated_set),
    reservedHugePages: reserved?.reserved ?? [],
  }
  const online = online_cpus ? cpuSet(online_cpus) : undefined
  const host = hostCells(facts?.cells ?? [], online, options, rules)
  switch (host.kind) {
    case 'cells':
      return { host: wholeHostJson(host.cells, rules) }
    case 'none':
      return { host: null }
    case 'invalid':
      return raised(host.exception, `${host.option}=${host.value}`, 'host')
  }
}
