import {
  type Action,
  type Cloud,
  type Flavor,
  guestsOn,
  type HostId,
  MiB,
  type Snapshot,
} from '@headroom/shared'

/** Boots of all flavors in turn, and in the middle one of another flavor. */
export function planWith({ flavors }: Snapshot, steps: number, other: number): readonly Action[] {
  return Array.from({ length: steps }, (_, step) => ({
    do: 'boot',
    id: `guest-${step}`,
    flavor: flavors[(step + (step === steps >> 1 ? other : 0)) % flavors.length]?.name ?? '',
    image: {},
    count: 1,
    on: undefined,
  }))
}

/** The same plan with each other flavor in its middle. */
export const editsOf = (snapshot: Snapshot, steps: number): readonly (readonly Action[])[] =>
  snapshot.flavors.slice(1).map((_, other) => planWith(snapshot, steps, other + 1))

/** As many flavors as asked, no two of the same size. */
export const manyFlavors = ({ flavors }: Snapshot, count: number): readonly Flavor[] =>
  Array.from({ length: count }, (_, index) => {
    const like = flavors[index % flavors.length] as Flavor
    const round = Math.floor(index / flavors.length)
    const memory = (like.memory + MiB(1024) * 2 * round) as Flavor['memory']
    return { ...like, name: `${like.name}-${round}`, memory }
  })

/** The host with the most guests, and how many. */
export function fullestOf(cloud: Cloud): { readonly host: HostId; readonly guests: number } {
  const [fullest] = [...cloud.hosts.values()]
    .map(({ id: host }) => ({ host, guests: guestsOn(cloud, host).length }))
    .sort((a, b) => b.guests - a.guests)
  if (!fullest) throw new Error('the cloud has no host')
  return fullest
}
