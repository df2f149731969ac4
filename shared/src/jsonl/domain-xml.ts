import type { z } from 'zod'
import { parseCpuSpec } from '../accounting/cpu-spec.ts'
import type { GuestTopology } from '../model/cell.ts'
import { cpuSet, within } from '../model/cpus.ts'
import { fitToHost } from '../placement/fit/fit-to-host.ts'
import { numaConstraints } from '../placement/request/numa-constraints.ts'
import { locksMemory, realtimeVcpus } from '../placement/request/realtime.ts'
import { cpuTopologyOf } from '../reality/cpu-topology.ts'
import { type DriverHost, guestXml, xmlText } from '../reality/guest-xml.ts'
import type { Rules } from '../releases/rules.ts'
import { flavor, imageProps } from './flavor.ts'
import { hostCells, hostJson } from './host.ts'
import { limits, packing } from './limits.ts'
import { type Op, raised } from './op.ts'
import { type ReportedHost, reported, reportedHost } from './reported-host.ts'
import { guestTopology, guestTopologyJson, topologyJson } from './topology.ts'
import { walkedCells } from './walked-cells.ts'

const request = reported.extend({
  flavor,
  image_props: imageProps,
  host: hostJson.nullish(),
  topology: topologyJson.nullish(),
  limits,
  packing,
})

/** The domain XML of a guest on a host that libvirt reports, placed there unless its topology is given. */
export const domainXml: Op = (line, { rules }) => {
  const asked = request.parse(line)
  const driver = reportedHost(asked, rules)
  if (driver.kind === 'error') return driver.out

  const placed = place(asked, driver, rules)
  if (placed.kind === 'answered') return placed.out
  const { topology } = placed
  const { flavor, image_props } = asked
  const json = topology ? guestTopologyJson(topology, rules) : null
  const shown = cpuTopologyOf(flavor, image_props, topology, rules)
  if (shown.kind === 'raises') return { ...raised(shown.exception, shown.detail, 'xml'), topology: json }
  const guest = {
    flavor,
    topology,
    cpuTopology: shown.topology,
    realtime: realtimeVcpus(flavor, image_props, rules),
    lockedMemory: locksMemory(flavor, image_props, rules),
  }
  const written = guestXml(guest, driverHost(driver, rules), rules)
  if (written.kind === 'raises')
    return { ...raised(written.exception, written.detail, 'xml'), topology: json }
  return { result: topology ? 'fit' : 'no_numa', topology: json, xml: xmlText(written.xml) }
}

type Placed =
  | { readonly kind: 'placed'; readonly topology: GuestTopology | undefined }
  | { readonly kind: 'answered'; readonly out: object }

function place(asked: z.infer<typeof request>, driver: ReportedHost, rules: Rules): Placed {
  if (asked.topology) return { kind: 'placed', topology: guestTopology(asked.topology, rules) }
  const wanted = numaConstraints(asked.flavor, asked.image_props, rules)
  if (wanted.kind === 'rejected') {
    return { kind: 'answered', out: raised(wanted.exception, wanted.detail, 'constraints') }
  }
  if (!wanted.topology) return { kind: 'placed', topology: undefined }
  const cells = asked.host ? hostCells(asked.host, rules) : walkedCells(driver, rules)
  const fit = fitToHost(cells, wanted.topology, asked.limits, rules, asked.packing)
  if (fit.kind === 'raises') return { kind: 'answered', out: raised(fit.exception, fit.detail, 'fit') }
  return fit.kind === 'fits'
    ? { kind: 'placed', topology: fit.topology }
    : { kind: 'answered', out: { result: 'no_fit' } }
}

function driverHost({ cells, options, online }: ReportedHost, rules: Rules): DriverHost {
  const { vcpuPinSet, cpuSharedSet } = options
  const confined = vcpuPinSet ?? (rules.guestCpuOptions === 'vcpu_pin_set' ? undefined : cpuSharedSet)
  const shared = cpuSharedSet === undefined ? undefined : parseCpuSpec(cpuSharedSet, rules)
  const someShared = shared?.kind === 'cpus' && shared.cpus.length > 0
  return {
    cells: cells ?? 'none',
    floating: confined === undefined ? undefined : cpuSet((cells ?? []).flatMap(({ cpuset }) => cpuset)),
    cpuSharedSet: someShared ? within(shared.cpus, online) : shared && 'invalid',
  }
}
