import type { CpuPolicy, EmulatorThreadsPolicy } from '../../model/cell.ts'
import type { Flavor } from '../../model/flavor.ts'
import { int } from '../../oslo.ts'
import type { Rules } from '../../releases/rules.ts'
import type { TypedImage } from './properties.ts'
import { refuse } from './refusal.ts'

export interface Policies {
  readonly cpu: CpuPolicy | undefined
  readonly thread: string | undefined
  readonly emulator: EmulatorThreadsPolicy | undefined
}

/**
 * `resources:PCPU`, `resources:VCPU` and the HW_CPU_HYPERTHREADING trait say what policies say, and may not be said
 * twice. nova/virt/hardware.py: numa_get_constraints, Train and later.
 */
export function withExplicitResources(
  { cpu, thread, emulator }: Policies,
  flavor: Flavor,
  image: TypedImage,
  rules: Rules,
): Policies {
  if (rules.explicitCpuResources === 'not read') return { cpu, thread, emulator }
  const vcpus = amount(flavor, 'VCPU')
  const pcpus = amount(flavor, 'PCPU')
  if (cpu && (vcpus || pcpus))
    return refuse('InvalidRequest', `cpu_policy=${cpu} VCPU=${vcpus} PCPU=${pcpus}`)
  if (vcpus && pcpus) return refuse('InvalidRequest', `VCPU=${vcpus} PCPU=${pcpus}`)

  const needed = flavor.vcpus + (emulator === 'isolate' ? 1 : 0)
  if (pcpus && pcpus !== needed) return refuse('InvalidRequest', `PCPU=${pcpus} vcpus=${flavor.vcpus}`)

  const trait = hyperthreading(flavor, image)
  if (thread && trait) {
    return refuse('InvalidRequest', `cpu_thread_policy=${thread} trait:HW_CPU_HYPERTHREADING=${trait}`)
  }
  return {
    cpu: vcpus ? 'shared' : pcpus ? 'dedicated' : cpu,
    thread: trait === 'forbidden' ? 'isolate' : trait === 'required' ? 'require' : thread,
    emulator,
  }
}

/** Sum over `resources:<name>`, `resources1:<name>` …; what is no integer counts nothing. */
function amount(flavor: Flavor, name: 'VCPU' | 'PCPU'): number {
  const key = new RegExp(`^resources([1-9][0-9]*)?:${name}`)
  return Object.entries(flavor.extraSpecs)
    .filter(([spec]) => key.test(spec))
    .reduce((sum, [, value]) => sum + (int(value) ?? 0), 0)
}

const trait = 'HW_CPU_HYPERTHREADING'

function hyperthreading(flavor: Flavor, image: TypedImage): string | undefined {
  const key = new RegExp(`^trait([1-9][0-9]*)?:${trait}`)
  const ofFlavor = Object.entries(flavor.extraSpecs).find(([spec]) => key.test(spec))
  if (ofFlavor) return ofFlavor[1]
  return image.traitsRequired.includes(`trait:${trait}`) ? 'required' : undefined
}
