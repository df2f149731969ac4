import { cannotSay, type Filter, objects, passes } from './filter.ts'

/** Names of Nova's canonical ones (nova/objects/fields.py: Architecture, HVType, VMMode). */
const canonical: Readonly<Record<string, string>> = {
  amd64: 'x86_64',
  i386: 'i686',
  x86_32: 'i686',
  xapi: 'xen',
  pv: 'xen',
  hv: 'hvm',
  baremetal: 'hvm',
}

const nameOf = (property: string): string => canonical[property.toLowerCase()] ?? property.toLowerCase()

const properties = [
  ['hw_architecture', 'architecture'],
  ['img_hv_type', 'hypervisor_type'],
  ['hw_vm_mode', 'vm_mode'],
] as const

/**
 * nova/scheduler/filters/image_props_filter.py: architecture, hypervisor type and machine mode of an image must be one of
 * the combinations that the compute reports. A wanted version of the hypervisor is not compared here.
 */
export const ImagePropertiesFilter: Filter = (host, { image }) => {
  const wanted = properties.flatMap(([name, before]) => image[name] || image[before] || []).map(nameOf)
  if (wanted.length === 0) return passes
  if (image.img_hv_requested_version) return cannotSay(host, 'img_hv_requested_version', 'not modelled')
  const supported = host.hypervisor?.supportedInstances
  if (!supported) return cannotSay(host, 'supported_instances', 'absent')
  return supported.some((instance) => wanted.every((property) => instance.includes(property)))
    ? passes
    : objects({ kind: 'image-not-supported', wanted, supported })
}
