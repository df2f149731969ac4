import type { GuestId } from '../model/ids.ts'
import { inMiB, KiB, MiB, sum } from '../units.ts'
import { detector } from './detector.ts'
import { type Finding, finding, memory } from './finding.ts'
import { placedOn } from './placed.ts'
import { remedyOfRule, ruled } from './ruled.ts'

export interface DomainSumsFinding extends Finding<'cells-unlike-guest'> {
  readonly guest: GuestId
  readonly name: string
  /** The cells add up to the guest's memory once they are taken for MiB. */
  readonly inMiB: boolean
}

/**
 * Guest cells that do not add up to the guest's memory: what it has once it starts is one or the other, by QEMU's version.
 * By the domain XML where it was read, else as the release writes it: in MiB where libvirt reads KiB, until 2014.2
 * (nova/virt/libvirt/config.py: LibvirtConfigGuestCPUNUMACell; bug 1373159).
 */
export const domainSums = detector(['nova'], (books): readonly DomainSumsFinding[] => {
  const { host, residents, rules, compute } = books
  const writesMiB = rules.xmlCellMemory === 'MiB'
  return residents.flatMap((resident) => {
    const { id: guest, name, domain } = resident
    const topology = placedOn(resident)
    if (!topology) return []
    const asked = sum(topology.cells.map((cell) => cell.memory))
    const written = domain ? sum(domain.cells) : writesMiB ? KiB(inMiB(asked)) : asked
    const whole = domain?.memory ?? asked
    if (written === whole) return []
    const isMeantInMiB = MiB(written) === whole
    return [
      {
        ...finding('cells-unlike-guest', {
          kind: 'unit-mismatch',
          where: { host, guest },
          resource: memory,
          expected: { by: 'nova', amount: whole },
          observed: { by: 'libvirt', amount: written },
          severity: { next: 'guests-fail', amount: Math.abs(whole - written), unit: 'KiB' },
          remedy: writesMiB
            ? remedyOfRule(ruled(compute, [{ rule: 'xmlCellMemory', is: 'KiB' }]))
            : { file: 'openstack', lines: [`openstack server reboot --hard ${guest}`] },
        }),
        guest,
        name,
        inMiB: isMeantInMiB,
      },
    ]
  })
})
