import type { Facts } from './facts.ts'
import type { Counted } from './import.ts'

/** How many of what a text has, nothing that is zero. */
export function countsOf(facts: Facts): readonly Counted[] {
  return Object.entries(numbersOf(facts))
    .filter(([, count]) => count > 0)
    .map(([what, count]) => ({ what, count }))
}

function numbersOf(facts: Facts): Readonly<Record<string, number>> {
  const poolsOf = (nodes: readonly { readonly pools: readonly unknown[] }[]) =>
    nodes.flatMap(({ pools }) => pools).length
  switch (facts.of) {
    case 'snapshot':
      return {
        hosts: facts.snapshot.hosts.length,
        guests: facts.snapshot.guests.length,
        flavors: facts.snapshot.flavors.length,
      }
    case 'probe': {
      const { nodes, holders, guests } = facts.probe
      return {
        hosts: 1,
        nodes: nodes.length,
        pools: poolsOf(nodes),
        holders: holders?.length ?? 0,
        guests: guests?.length ?? 0,
      }
    }
    case 'sysfs':
      return { nodes: facts.tree.nodes.length, pools: poolsOf(facts.tree.nodes) }
    case 'versions':
      return { versions: Object.values(facts.versions).filter((one) => one !== undefined).length }
    case 'meminfo':
      return { pools: facts.meminfo.pool ? 1 : 0, hosts: 1 }
    case 'numactl':
      return { nodes: facts.nodes.length }
    case 'capabilities':
      return {
        cells: facts.capabilities.cells.length,
        cpus: facts.capabilities.cells.flatMap(({ cpus }) => cpus).length,
        pools: facts.capabilities.cells.flatMap(({ pages }) => pages).length,
      }
    case 'free pages':
      return { nodes: facts.nodes.length, pools: poolsOf(facts.nodes) }
    case 'domains':
      return { guests: facts.domains.length }
    case 'host topology':
      return { cells: facts.cells.length, pools: facts.cells.flatMap(({ mempages }) => mempages).length }
    case 'guest topology':
      return { 'guest cells': facts.topology.cells.length }
    case 'nova rows': {
      const { given, ...tables } = facts.rows
      return Object.fromEntries(given.map((table) => [table, tables[table].length]))
    }
    case 'allocation candidates':
      return { resource_providers: facts.candidates.providers }
    case 'nova.conf':
      return { options: facts.conf.options }
  }
}
