import type { Flavor } from '../model/flavor.ts'
import type { Hypervisor } from '../model/host.ts'
import type { Rules } from '../releases/rules.ts'
import { inMiB, KiB, MiB } from '../units.ts'

/**
 * Memory that a driver counts beside the flavor's (nova/virt/xenapi/driver.py: estimate_instance_overhead). libvirt adds
 * none in any release, whatever QEMU takes; what Hyper-V adds is disk, and is not counted here.
 */
export function memoryOverhead(flavor: Flavor, hypervisor: Hypervisor | undefined, rules: Rules): KiB {
  const isXenServer = hypervisor?.type === 'xen' || hypervisor?.type === 'XenServer'
  if (rules.instanceOverhead === 'none' || !isXenServer) return KiB(0)
  return MiB(Math.ceil(inMiB(flavor.memory) * 0.00781 + flavor.vcpus * 1.5 + 3))
}
