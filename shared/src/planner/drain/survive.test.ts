import { describe, expect, test } from 'vitest'
import { releaseById } from '../../releases/index.ts'
import { cloudAtRandom, seeded } from '../../testing/clouds.ts'
import { cloudOf } from '../cloud.ts'
import { finished } from '../long.ts'
import { survive, surviveAny, surviveZones } from './survive.ts'

const zed = releaseById('zed')
if (!zed) throw new Error('Zed is gone')

describe('a lost host', () => {
  const cloud = cloudOf(cloudAtRandom({ hosts: 12, cells: [2] }, zed, seeded(5)), zed)

  test('has each of its guests placed or named', () => {
    for (const { guests, placed, homeless } of finished(surviveAny(cloud))) {
      expect(placed + homeless.length).toBe(guests)
    }
  })

  test('of a zone is each of its hosts lost with the others of it', () => {
    const zones = finished(surviveZones(cloud))
    expect(zones.flatMap(({ survival }) => survival.lost).sort()).toEqual(
      cloud.snapshot.hosts.map(({ id }) => id).sort(),
    )
    for (const { zone, survival } of zones) {
      expect(survival).toEqual(survive(cloud, survival.lost))
      const others = cloud.snapshot.hosts.filter((host) => !survival.lost.includes(host.id))
      expect(others.filter((host) => host.zone === zone)).toEqual([])
    }
  })

  test('with all the others lost too leaves every guest without a home', () => {
    const { placed, homeless, headroom } = survive(
      cloud,
      cloud.snapshot.hosts.map(({ id }) => id),
      cloud.snapshot.flavors.slice(0, 1),
    )
    expect(placed).toBe(0)
    expect(homeless).toHaveLength(cloud.snapshot.guests.length)
    expect(headroom[0]?.room.nova.count).toBe(0)
  })

  test('takes its room with it', () => {
    const [flavor] = cloud.snapshot.flavors
    if (!flavor) throw new Error('no flavor')
    const before = survive(cloud, [], [flavor]).headroom[0]?.room.nova.count ?? 0
    const [host] = cloud.snapshot.hosts.map(({ id }) => id)
    if (!host) throw new Error('no host')
    const after = survive(cloud, [host], [flavor]).headroom[0]?.room.nova.count ?? 0
    expect(after).toBeLessThanOrEqual(before)
    expect(before).toBeGreaterThan(0)
  })
})
