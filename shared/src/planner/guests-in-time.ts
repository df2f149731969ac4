import type { Guest } from '../model/guest.ts'
import type { HostId } from '../model/ids.ts'
import {
  type GuestInTime,
  inTime,
  lifeOf,
  type Sleeper,
  type StartStorm,
  startStorms,
  withoutGuests,
} from '../reality/again.ts'
import type { Domain } from '../reality/domain.ts'
import { domainOf } from '../reality/guest-xml.ts'
import type { HostRemark } from '../reality/host-remark.ts'
import { type GuestMemory, hostRemarks } from '../reality/host-remarks.ts'
import { sum } from '../units.ts'
import { type Cloud, guestsOn, realityOf } from './cloud.ts'
import { xmlOn } from './guest-start.ts'
import { novaBookOf } from './nova-book.ts'

/** Every guest Nova has on a host, asleep or not, in both books. Throws for a host the cloud does not have. */
export function guestsInTime(cloud: Cloud, id: HostId): readonly GuestInTime[] {
  const { ledger } = novaBookOf(cloud, id)
  const reality = realityOf(cloud, id)
  return guestsOn(cloud, id).map((guest) => inTime(guest, ledger, reality, domainFor(cloud, id, guest)))
}

/**
 * What happens when all that is off or saved on a host starts at once; or, after a reboot, all that is not gone.
 * Undefined where nobody looked at the host.
 */
export function stormOn(
  cloud: Cloud,
  id: HostId,
  who: 'asleep' | 'all after a reboot',
): readonly StartStorm[] | undefined {
  const reality = realityOf(cloud, id)
  if (!reality) return undefined
  const guests = guestsOn(cloud, id).filter((guest) => {
    const life = lifeOf(guest)
    return who === 'asleep' ? life === 'off' || life === 'saved' : life !== 'gone'
  })
  const before =
    who === 'asleep'
      ? reality
      : withoutGuests(
          reality,
          guests.map((guest) => guest.id),
        )
  const sleepers = guests.map(
    (guest): Sleeper => ({ guest: guest.id, name: guest.name, domain: domainFor(cloud, id, guest) }),
  )
  return startStorms(before, sleepers)
}

/** What is peculiar about a host and its memory, with the guests Nova has running there. */
export function hostRemarksOn(cloud: Cloud, id: HostId): readonly HostRemark[] {
  const host = cloud.hosts.get(id)
  if (!host) throw new Error(`the cloud has no host ${id}`)
  if (!host.observed) return hostRemarks(host)
  const running = guestsOn(cloud, id).filter((guest) => lifeOf(guest) === 'runs')
  return hostRemarks(
    host,
    running.map((guest) => memoryOf(cloud, id, guest)),
  )
}

/** What of a guest is on base pages, as its domain has it; of one without cells, or not known, its flavor's memory. */
function memoryOf(cloud: Cloud, id: HostId, guest: Guest): GuestMemory {
  const { vcpus, memory } = guest.flavor
  const domain = typeof guest.topology === 'string' ? undefined : domainFor(cloud, id, guest)
  if (!domain || domain.cells.length === 0) return { vcpus, memory }
  const base = domain.cells.filter(({ backing }) => backing.kind === 'base pages')
  return {
    vcpus,
    memory: sum(base.map((cell) => cell.memory)),
    bound: base.flatMap(({ memory, backing: { binding } }) => {
      const [node, ...others] = binding.nodes
      return binding.mode === 'strict' && node !== undefined && others.length === 0 ? [{ node, memory }] : []
    }),
  }
}

/** What Nova has libvirt define for a guest there; undefined where its cells were not read, or Nova raises. */
export function domainFor(cloud: Cloud, id: HostId, { flavor, image, topology }: Guest): Domain | undefined {
  if (topology === 'not read') return undefined
  const written = xmlOn(cloud, id, { flavor, image, topology })
  return written.kind === 'written' ? domainOf(written.xml) : undefined
}
