import { parseCpuSpec } from '../../accounting/cpu-spec.ts'
import type { CpuSet } from '../../model/cpus.ts'
import type { Flavor, ImageProps } from '../../model/flavor.ts'
import { boolFromString, int } from '../../oslo.ts'
import type { Rules } from '../../releases/rules.ts'
import { refuse, required } from './refusal.ts'

/** Most guest cells whose properties Nova looks for: `ImageMetaProps.NUMA_NODES_MAX`. */
const NUMA_NODES_MAX = 128

/** An extra spec of the flavor, without its `hw:`. */
export const flavorSpec = (flavor: Flavor, name: string): string | undefined =>
  flavor.extraSpecs[`hw:${name}`]

/** An image as nova/objects/image_meta.py types it, as far as constraints read it. */
export interface TypedImage {
  readonly cpuPolicy: string | undefined
  readonly threadPolicy: string | undefined
  readonly realtimeMask: string | undefined
  readonly lockedMemory: boolean | undefined
  readonly memPageSize: string | undefined
  readonly numaNodes: number | undefined
  readonly numaCpus: readonly CpuSet[] | undefined
  /** MiB. */
  readonly numaMem: readonly number[] | undefined
  readonly traitsRequired: readonly string[]
}

/** nova/objects/image_meta.py: ImageMetaProps.from_dict. A value its field cannot hold is a ValueError. */
export function typedImage(image: ImageProps, rules: Rules): TypedImage {
  const cpuPolicies = ['shared', 'dedicated', ...(rules.mixedCpuPolicy === 'known' ? ['mixed'] : [])]
  const locked = image.hw_locked_memory
  const nodes = image.hw_numa_nodes
  return {
    cpuPolicy: oneOf(image, 'hw_cpu_policy', cpuPolicies),
    threadPolicy:
      rules.cpuThreadPolicy === 'not read' ? undefined : oneOf(image, 'hw_cpu_thread_policy', threadPolicies),
    realtimeMask: image.hw_cpu_realtime_mask,
    lockedMemory: locked === undefined ? undefined : boolFromString(locked),
    memPageSize: image.hw_mem_page_size,
    numaNodes: nodes === undefined ? undefined : required(int(nodes), `hw_numa_nodes=${nodes}`),
    numaCpus: perNode(image, 'hw_numa_cpus', (text) => cpusOf(text, rules)),
    numaMem: perNode(image, 'hw_numa_mem', (text, key) => required(int(text), `${key}=${text}`)),
    traitsRequired: Object.keys(image).filter((key) => key.startsWith('trait:') && image[key] === 'required'),
  }
}

/** A list of CPUs, refused where Nova refuses it. */
export function cpusOf(text: string, rules: Rules): CpuSet {
  const spec = parseCpuSpec(text, rules)
  return spec.kind === 'cpus' ? spec.cpus : refuse('Invalid', spec.part)
}

export const threadPolicies = ['prefer', 'isolate', 'require']

function oneOf(image: ImageProps, key: string, known: readonly string[]): string | undefined {
  const value = image[key]
  return value === undefined || known.includes(value) ? value : refuse('ValueError', `${key}=${value}`)
}

/** `<key>.0`, `<key>.1` … up to the first that is missing; undefined where there is none. */
export function perNode<T>(
  properties: Readonly<Record<string, string>>,
  key: string,
  read: (text: string, key: string) => T,
): readonly T[] | undefined {
  const values: T[] = []
  for (let node = 0; node < NUMA_NODES_MAX; node += 1) {
    const text = properties[`${key}.${node}`]
    if (text === undefined) break
    values.push(read(text, `${key}.${node}`))
  }
  return values.length > 0 ? values : undefined
}
