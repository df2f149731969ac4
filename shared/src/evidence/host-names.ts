import { groupBy } from '../collections.ts'
import { HostId } from '../model/ids.ts'
import type { Facts } from './facts.ts'
import type { Evidence } from './import.ts'
import type { NovaRows } from './nova-rows.ts'

/** Which host a piece of evidence is about. */
export interface HostNames {
  /** The host of that name, by whatever name a source has it: `compute_nodes.host`, its hypervisor's, with domain or without. */
  readonly resolve: (name: string) => HostId
  /** The host that evidence of one host is about; undefined where it is of several, or nobody can tell. */
  readonly hostOf: (evidence: Evidence) => HostId | undefined
  /** Evidence that names no host and was taken for one of them. */
  readonly assumed: ReadonlyMap<Evidence, HostId>
}

/** Evidence of one host that says which: its name, or `'unnamed'`. Undefined for evidence of no host or of many. */
export function nameIn(facts: Facts): { readonly name: string } | 'unnamed' | undefined {
  switch (facts.of) {
    case 'probe':
      return facts.probe.hostname === null ? 'unnamed' : { name: facts.probe.hostname }
    case 'nova.conf':
      return facts.conf.host === undefined ? 'unnamed' : { name: facts.conf.host }
    case 'sysfs':
    case 'meminfo':
    case 'versions':
    case 'numactl':
    case 'capabilities':
    case 'free pages':
    case 'host topology':
      return 'unnamed'
    case 'nova rows':
      return isOneNamelessRow(facts.rows) ? 'unnamed' : undefined
    case 'snapshot':
    case 'domains':
    case 'guest topology':
    case 'allocation candidates':
      return undefined
  }
}

/** `select numa_topology from compute_nodes` of one host. */
function isOneNamelessRow({ given, compute_nodes }: NovaRows): boolean {
  const [row, ...others] = compute_nodes
  return (
    given.length === 1 && row !== undefined && others.length === 0 && !row.host && !row.hypervisor_hostname
  )
}

/**
 * Where there is one host, evidence without a name is about it. Where there are more, or several pieces of one kind,
 * each is a host of its own, named after its file: two hosts are never made one by a guess.
 */
export function hostNames(all: readonly Evidence[]): HostNames {
  const byName = new Map<string, HostId>()
  const withDomain = new Map<string, Set<HostId>>()
  const add = (name: string | null | undefined, id: HostId) => {
    if (!name || byName.has(name)) return
    byName.set(name, id)
    const short = bare(name)
    if (short !== name) withDomain.set(short, (withDomain.get(short) ?? new Set()).add(id))
  }
  for (const { facts } of all) {
    if (facts.of === 'snapshot') for (const { id } of facts.snapshot.hosts) add(id, id)
    if (facts.of !== 'nova rows') continue
    for (const { host, hypervisor_hostname } of facts.rows.compute_nodes) {
      if (!host) continue
      add(host, HostId(host))
      add(hypervisor_hostname, HostId(host))
    }
  }
  /** `compute-07` and `compute-07.example.org` are one machine, where no other machine is called so. */
  const sameMachine = (name: string): HostId | undefined => {
    if (bare(name) !== name) return byName.get(bare(name))
    const [id, ...others] = withDomain.get(name) ?? []
    return others.length === 0 ? id : undefined
  }
  const resolve = (name: string): HostId => {
    const id = byName.get(name) ?? sameMachine(name) ?? HostId(name)
    add(name, id)
    return id
  }
  for (const evidence of all) {
    for (const name of namesIn(evidence)) resolve(name)
  }

  const ofOneHost = groupBy(
    all.filter(({ facts }) => nameIn(facts) !== undefined),
    ({ facts }) => (facts.of === 'nova rows' ? 'host topology' : facts.of),
  )
  const isAlone = ({ facts }: Evidence) =>
    ofOneHost.get(facts.of === 'nova rows' ? 'host topology' : facts.of)?.length === 1
  const unnamed = all.filter(({ facts }) => nameIn(facts) === 'unnamed')
  const [only, ...others] = new Set(byName.values())
  const first = unnamed.find((one) => isAlone(one) && one.facts.of !== 'nova.conf')
  const shared = others.length === 0 && only !== undefined ? only : first && HostId(first.source.id)
  const assumed = new Map(
    unnamed.flatMap((evidence) => {
      const own = evidence.facts.of === 'nova.conf' ? undefined : HostId(evidence.source.id)
      const host = isAlone(evidence) ? (shared ?? own) : own
      return host === undefined ? [] : [[evidence, host] as const]
    }),
  )
  return {
    resolve,
    assumed,
    hostOf: (evidence) => {
      const named = nameIn(evidence.facts)
      return typeof named === 'object' ? resolve(named.name) : assumed.get(evidence)
    },
  }
}

/** Names of hosts that evidence has, one or many. */
function namesIn(evidence: Evidence): readonly string[] {
  const { facts } = evidence
  const named = nameIn(evidence.facts)
  if (typeof named === 'object') return [named.name]
  if (facts.of !== 'nova rows') return []
  const { compute_nodes, services, instances } = facts.rows
  return [
    ...compute_nodes.map(({ host, hypervisor_hostname }) => host ?? hypervisor_hostname),
    ...services.filter(({ binary }) => binary === 'nova-compute').map(({ host }) => host),
    ...instances.map(({ host }) => host),
  ].flatMap((name) => name ?? [])
}

const bare = (name: string): string => name.split('.', 1)[0] ?? name
