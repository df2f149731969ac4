import { cannotSay, type Filter, passes } from './filter.ts'

/*
 * Filters of the default lists that look only at a request which asks for something. Whatever they would then compare
 * is in no snapshot, so such a request is not judged; every other passes, as in Nova.
 */

/** nova/scheduler/filters/compute_capabilities_filter.py: extra specs without a scope, or in `capabilities:`. */
export const ComputeCapabilitiesFilter: Filter = (host, { flavor }) => {
  const asked = Object.keys(flavor.extraSpecs).find(
    (key) => !key.includes(':') || key.startsWith('capabilities:'),
  )
  return asked === undefined ? passes : cannotSay(host, asked, 'not modelled')
}

const imageRequirements = [
  ...['architecture', 'hw_architecture'],
  ...['hypervisor_type', 'img_hv_type'],
  ...['vm_mode', 'hw_vm_mode'],
]

/** nova/scheduler/filters/image_props_filter.py: architecture, hypervisor type, machine mode. */
export const ImagePropertiesFilter: Filter = (host, { image }) => {
  const asked = imageRequirements.find((key) => image[key])
  return asked === undefined ? passes : cannotSay(host, asked, 'not modelled')
}

/** nova/scheduler/filters/pci_passthrough_filter.py: devices by `pci_passthrough:alias`. */
export const PciPassthroughFilter: Filter = (host, { flavor }) =>
  flavor.extraSpecs['pci_passthrough:alias'] ? cannotSay(host, 'pci_stats', 'not modelled') : passes

/** nova/scheduler/filters/affinity_filter.py: a request here belongs to no server group. */
export const ServerGroupAffinityFilter: Filter = () => passes
export const ServerGroupAntiAffinityFilter: Filter = () => passes

/** nova/scheduler/filters/all_hosts_filter.py. */
export const AllHostsFilter: Filter = () => passes
