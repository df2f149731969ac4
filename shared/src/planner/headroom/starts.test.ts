import fc from 'fast-check'
import { expect, test } from 'vitest'
import { GuestId } from '../../model/ids.ts'
import { placementRequest } from '../../placement/request.ts'
import { releaseById, releases } from '../../releases/index.ts'
import { cloudAtRandom, seeded } from '../../testing/clouds.ts'
import { Pages } from '../../units.ts'
import { cloudOf, realityOf } from '../cloud.ts'
import { runningIn, startIn } from '../guest-start.ts'
import { limitedByPages, spread } from '../next-boot.ts'
import { stateOf } from '../nova-book.ts'
import { freePagesOf, startsOn } from './starts.ts'

const cases = fc.record({
  seed: fc.nat(1_000_000),
  release: fc.constantFrom(...releases.map(({ id }) => id)),
  flavor: fc.constantFrom('p1.medium', 'p1.large', 'p1.plain', 'n1.medium', 'n1.large', 'n1.apart'),
  overcommit: fc.constantFrom(0, 3, 4096),
  promised: fc.constantFrom(undefined, 0, 2),
})

test('a host says what kernel, QEMU and libvirt say, guest after guest until it refuses', () => {
  fc.assert(
    fc.property(cases, ({ seed, release: id, flavor: name, overcommit, promised }) => {
      const release = releaseById(id)
      if (!release) throw new Error(`no release ${id}`)
      const snapshot = cloudAtRandom({ hosts: 6, cells: [1, 2, 2] }, release, seeded(seed))
      const hosts = snapshot.hosts.map((host) => ({
        ...host,
        observed: host.observed && {
          ...host.observed,
          pools: host.observed.pools.map((pool) => ({
            ...pool,
            overcommit: Pages(overcommit),
            reserved: promised === undefined ? undefined : Pages(promised),
          })),
        },
      }))
      const cloud = cloudOf({ ...snapshot, hosts }, release)
      const flavor = snapshot.flavors.find((one) => one.name === name)
      if (!flavor) throw new Error(`no flavor ${name}`)
      const request = placementRequest(flavor, {}, release.rules)
      const start = startsOn(cloud)
      for (const host of hosts) {
        let reality = realityOf(cloud, host.id)
        const wanted = reality && limitedByPages(stateOf(cloud, host.id), reality, request)
        let pages = reality && freePagesOf(reality)
        while (reality && wanted) {
          const topology = spread(reality, wanted)
          if (!topology) break
          const guest = { flavor, image: {}, topology, id: GuestId('more'), name: 'more' }
          const { outcome } = startIn(cloud, reality, guest)
          const said = start(pages, guest)
          expect(said.outcome).toBe(outcome)
          if (outcome !== 'starts') break
          reality = runningIn(cloud, reality, guest)
          pages = said.pages
          expect(pages?.free).toEqual(freePagesOf(reality).free)
        }
      }
    }),
    { numRuns: 20 },
  )
})
