import type { Cloud } from '@headroom/shared'

export interface Named {
  readonly id: string
  readonly name: string
  readonly note: string
}

export interface FoundNames {
  readonly named: readonly Named[]
  readonly more: number
}

export type FindWhat = 'host' | 'guest'

const mostFound = 50

/** Hosts whose name or zone has the text, or guests whose name, id, flavor or host has. */
export function find(cloud: Cloud, what: 'host' | 'guest', text: string): FoundNames {
  const wanted = text.trim().toLowerCase()
  const has = ({ id, name, note }: Named) => `${id}\n${name}\n${note}`.toLowerCase().includes(wanted)
  const found = (what === 'host' ? hostNames(cloud) : guestNames(cloud)).filter(has)
  return { named: found.slice(0, mostFound), more: Math.max(found.length - mostFound, 0) }
}

const hostNames = (cloud: Cloud): Named[] =>
  [...cloud.hosts.values()].map(({ id, zone }) => ({ id, name: id, note: zone ?? '' }))

const guestNames = (cloud: Cloud): Named[] =>
  [...cloud.guests.values()].flatMap(({ id, name, host, flavor }) =>
    host === undefined ? [] : [{ id, name, note: `${flavor.name} on ${host}` }],
  )
