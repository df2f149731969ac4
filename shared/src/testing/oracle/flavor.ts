import fc from 'fast-check'
import { type Choice, chosen } from './choice.ts'
import { stepMiB } from './host.ts'

/** A flavor and an image as the oracle's requests have them. */
export interface AskJson {
  readonly flavor: {
    readonly vcpus: number
    readonly memory_mb: number
    readonly extra_specs: Readonly<Record<string, string>>
  }
  readonly image_props: Readonly<Record<string, string>>
}

const node = fc.record({
  vcpus: fc.oneof(
    { weight: 3, arbitrary: fc.integer({ min: 1, max: 3 }) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 8 }) },
  ),
  memory: fc.oneof(
    { weight: 3, arbitrary: fc.integer({ min: 1, max: 4 }) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 10 }) },
  ),
})

const askShape = fc.record({
  nodes: fc.oneof(
    { weight: 5, arbitrary: fc.array(node, { minLength: 1, maxLength: 2 }) },
    { weight: 3, arbitrary: fc.array(node, { minLength: 2, maxLength: 4 }) },
  ),
  layout: chosen('even', 'even', 'given', 'given', 'none', 'none'),
  /** vCPUs dealt to the nodes in turn. */
  dealt: chosen(false, false, true),
  oddMiB: chosen(0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, -1),
  pageSize: fc.oneof(
    { weight: 4, arbitrary: chosen('') },
    { weight: 6, arbitrary: chosen('small', 'large', 'any', '2048') },
    { weight: 1, arbitrary: chosen('4', '64', '1048576', '2MB', '1GB', '16384') },
  ),
  policy: chosen('', '', 'shared', 'dedicated', 'dedicated', 'dedicated', 'mixed', 'mixed', 'PCPU', 'VCPU'),
  threads: chosen(
    '',
    '',
    '',
    '',
    'prefer',
    'prefer',
    'isolate',
    'require',
    'trait required',
    'trait forbidden',
  ),
  /** vCPUs of a mixed guest that are dedicated. */
  mask: fc.array(fc.nat(23), { minLength: 1, maxLength: 4 }),
  emulator: chosen('', '', '', 'share', 'isolate'),
  realtime: chosen('', '', '', '', '', '', '', '', '', '', '^0', '^0-1', '1-2'),
  lockedMemory: chosen(false, false, false, false, false, false, false, false, true),
  /** Who says page size and policies. */
  saidBy: chosen('flavor', 'flavor', 'image'),
})

type AskShape = Choice<typeof askShape>

const numbersOf = (vcpus: readonly number[]) => vcpus.join(',')

function nodeSpecs({ nodes, layout, dealt }: AskShape): Readonly<Record<string, string>> {
  if (layout === 'none') return {}
  const count = { 'hw:numa_nodes': `${nodes.length}` }
  if (layout === 'even') return count
  const left = nodes.map(({ vcpus }) => vcpus)
  const owner: number[] = []
  for (let node = 0; owner.length < nodes.reduce((sum, { vcpus }) => sum + vcpus, 0); ) {
    if ((left[node] as number) > 0) {
      owner.push(node)
      left[node] = (left[node] as number) - 1
    }
    if (dealt || left[node] === 0) node = (node + 1) % nodes.length
  }
  const given = nodes.flatMap(({ memory }, node) => [
    [`hw:numa_cpus.${node}`, numbersOf(owner.flatMap((of, vcpu) => (of === node ? [vcpu] : [])))],
    [`hw:numa_mem.${node}`, `${memory * stepMiB}`],
  ])
  return { ...count, ...Object.fromEntries(given) }
}

function policySpecs(shape: AskShape, vcpus: number): Readonly<Record<string, string>> {
  const { policy, threads, emulator, realtime } = shape
  const pinned = policy === 'dedicated' || policy === 'mixed' || policy === 'PCPU'
  const specs: Record<string, string> = {}
  if (policy === 'PCPU') {
    specs['resources:PCPU'] = `${vcpus + (emulator === 'isolate' ? 1 : 0)}`
  } else if (policy === 'VCPU') {
    specs['resources:VCPU'] = `${vcpus}`
  } else if (policy !== '') {
    specs['hw:cpu_policy'] = policy
  }
  if (!pinned) return specs
  if (policy === 'mixed' && realtime === '') {
    const mask = [...new Set(shape.mask.map((vcpu) => vcpu % vcpus))]
    specs['hw:cpu_dedicated_mask'] = numbersOf(mask)
  }
  if (realtime !== '') {
    specs['hw:cpu_realtime'] = 'yes'
    specs['hw:cpu_realtime_mask'] = realtime
  }
  if (threads === 'trait required' || threads === 'trait forbidden') {
    specs['trait:HW_CPU_HYPERTHREADING'] = threads.slice('trait '.length)
  } else if (threads !== '') {
    specs['hw:cpu_thread_policy'] = threads
  }
  if (emulator !== '') specs['hw:emulator_threads_policy'] = emulator
  return specs
}

const sayableByImage = ['hw:cpu_policy', 'hw:cpu_thread_policy', 'hw:mem_page_size', 'hw:cpu_realtime_mask']

function askJson(shape: AskShape): AskJson {
  const { nodes, layout, oddMiB, pageSize, lockedMemory, saidBy } = shape
  const first = nodes[0] as AskShape['nodes'][0]
  const total = (of: 'vcpus' | 'memory') =>
    layout === 'given'
      ? nodes.reduce((sum, node) => sum + node[of], 0)
      : first[of] * (layout === 'even' ? nodes.length : 1)
  const vcpus = total('vcpus')
  const specs = {
    ...nodeSpecs(shape),
    ...policySpecs(shape, vcpus),
    ...(pageSize === '' ? {} : { 'hw:mem_page_size': pageSize }),
    ...(lockedMemory ? { 'hw:locked_memory': 'true' } : {}),
  }
  const ofImage = (name: string) => saidBy === 'image' && sayableByImage.includes(name) && pageSize === ''
  const entries = Object.entries(specs)
  return {
    flavor: {
      vcpus,
      memory_mb: Math.max(1, total('memory') * stepMiB + (layout === 'given' ? 0 : oddMiB * nodes.length)),
      extra_specs: Object.fromEntries(entries.filter(([name]) => !ofImage(name))),
    },
    image_props: Object.fromEntries(
      entries.filter(([name]) => ofImage(name)).map(([name, text]) => [name.replace(':', '_'), text]),
    ),
  }
}

const asks = askShape.map(askJson)

/** What is asked of a host of so many cells: guests that Nova mostly takes, seldom of more cells than the host. */
export const asksOf: fc.Arbitrary<(hostCells: number) => AskJson> = fc
  .record({ shape: askShape, larger: chosen(...Array.from({ length: 20 }, (_, index) => index === 19)) })
  .map(
    ({ shape, larger }) =>
      (hostCells) =>
        askJson(larger ? shape : { ...shape, nodes: shape.nodes.slice(0, hostCells) }),
  )

/** Values an operator may write, and some that nobody should. */
const texts = {
  counts: ['1', '2', '3', '0', '-1', '1.5', 'x', '', ' 2', '2 ', '+2', '02', '1_0'],
  cpus: [
    '0',
    '0-1',
    '1',
    '2-3',
    '0,1',
    '2,3',
    '^0',
    '0-3,^1',
    '^0-1',
    '1-',
    '',
    'a',
    '0-9',
    '3-1',
    ' 0 , 1 ',
    '-1',
  ],
  memory: ['256', '512', '1024', '0', '-1', '', 'x', '256.5', ' 256'],
  pages: [
    'small',
    'large',
    'any',
    'SMALL',
    '4',
    '2048',
    '1048576',
    '2MB',
    '2M',
    '2Mb',
    '1GB',
    '1G',
    '1GiB',
    '2MiB',
    '2 MB',
    '0',
    '-1',
    '-2',
    '3',
    '2048kB',
    '2048KiB',
    '512b',
    '8192b',
    '1.5GB',
    '',
    ' ',
    ' 2048',
    '2048 ',
    '+2048',
    'x',
    '2048.0',
    '1e3',
  ],
  policies: ['shared', 'dedicated', 'mixed', '', 'DEDICATED', 'pinned'],
  threads: ['prefer', 'isolate', 'require', '', 'Isolate', 'none'],
  emulator: ['share', 'isolate', '', 'ISOLATE', 'shared'],
  flags: ['yes', 'true', 'True', '1', 'no', 'false', '0', '', 'on', 'maybe', ' yes '],
  amounts: ['1', '2', '3', '4', '5', '6', '0', '-1', 'x', ''],
  traits: ['required', 'forbidden', 'optional', ''],
} as const

const specTexts: Readonly<Record<string, readonly string[]>> = {
  'hw:numa_nodes': texts.counts,
  'hw:numa_cpus.0': texts.cpus,
  'hw:numa_cpus.1': texts.cpus,
  'hw:numa_cpus.2': texts.cpus,
  'hw:numa_mem.0': texts.memory,
  'hw:numa_mem.1': texts.memory,
  'hw:numa_mem.2': texts.memory,
  'hw:mem_page_size': texts.pages,
  'hw:cpu_policy': texts.policies,
  'hw:cpu_thread_policy': texts.threads,
  'hw:cpu_dedicated_mask': texts.cpus,
  'hw:cpu_realtime': texts.flags,
  'hw:cpu_realtime_mask': texts.cpus,
  'hw:emulator_threads_policy': texts.emulator,
  'hw:locked_memory': texts.flags,
  'resources:PCPU': texts.amounts,
  'resources:VCPU': texts.amounts,
  'resources1:PCPU': texts.amounts,
  'trait:HW_CPU_HYPERTHREADING': texts.traits,
}

const imageTexts: Readonly<Record<string, readonly string[]>> = {
  hw_numa_nodes: texts.counts,
  'hw_numa_cpus.0': texts.cpus,
  'hw_numa_cpus.1': texts.cpus,
  'hw_numa_mem.0': texts.memory,
  'hw_numa_mem.1': texts.memory,
  hw_mem_page_size: texts.pages,
  hw_cpu_policy: texts.policies,
  hw_cpu_thread_policy: texts.threads,
  hw_cpu_realtime_mask: texts.cpus,
  hw_locked_memory: texts.flags,
  'trait:HW_CPU_HYPERTHREADING': texts.traits,
}

/** One of the values, seldom any short text of the characters they are made of. */
const textOf = (values: readonly string[]): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom(...values) },
    {
      weight: 1,
      arbitrary: fc.string({ unit: fc.constantFrom(...'0123456789,-^ .kKMGiBb+_'), maxLength: 6 }),
    },
  )

/** Some of these names, each with one of its values. */
const someOf = (
  all: Readonly<Record<string, readonly string[]>>,
  maxLength: number,
): fc.Arbitrary<Readonly<Record<string, string>>> =>
  fc
    .array(
      fc
        .constantFrom(...Object.keys(all))
        .chain((name) => fc.tuple(fc.constant(name), textOf(all[name] as readonly string[]))),
      { maxLength },
    )
    .map((pairs) => Object.fromEntries(pairs))

/** Whatever flavor and image may say, contradictions and nonsense included. */
export const wildAsks: fc.Arbitrary<AskJson> = fc
  .record({
    ask: fc.option(asks, { nil: undefined }),
    vcpus: fc.integer({ min: 1, max: 6 }),
    memory: chosen(512, 1024, 256, 768, 1, 1025),
    specs: someOf(specTexts, 6),
    image: someOf(imageTexts, 4),
  })
  .map(({ ask, vcpus, memory, specs, image }) =>
    ask
      ? {
          flavor: { ...ask.flavor, extra_specs: { ...ask.flavor.extra_specs, ...specs } },
          image_props: { ...ask.image_props, ...image },
        }
      : { flavor: { vcpus, memory_mb: memory, extra_specs: specs }, image_props: image },
  )

const topologyCounts = ['1', '2', '3', '4', '8', '0', '-1', 'x', '', '1.5', ' 2', '65536', '70000']
const parts = ['sockets', 'cores', 'threads']
const topologyTexts = (prefix: string): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries(
    parts.flatMap((part) => [
      [`${prefix}cpu_${part}`, topologyCounts],
      [`${prefix}cpu_max_${part}`, topologyCounts],
    ]),
  )

/** Sockets, cores and threads as flavor and image may say them. */
export const wildTopologies: fc.Arbitrary<AskJson> = fc
  .record({
    vcpus: fc.integer({ min: 1, max: 24 }),
    specs: someOf(topologyTexts('hw:'), 4),
    image: someOf(topologyTexts('hw_'), 3),
  })
  .map(({ vcpus, specs, image }) => ({
    flavor: { vcpus, memory_mb: 512, extra_specs: specs },
    image_props: image,
  }))
