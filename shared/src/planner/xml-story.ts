import type { Flavor, ImageProps } from '../model/flavor.ts'
import type { HostId } from '../model/ids.ts'
import { asLibvirtReads, type Written, type WrittenMemory, xmlText } from '../reality/guest-xml.ts'
import type { KiB } from '../units.ts'
import { type Cloud, realityOf } from './cloud.ts'
import { placedBy, xmlOn } from './guest-start.ts'
import { type BothVerdicts, verdictsOn } from './verdicts.ts'

/** A guest's memory on its way from the flavor through Nova's XML and libvirt to QEMU, on one host. */
export interface XmlStory extends BothVerdicts {
  readonly qemu: string | undefined
  readonly libvirt: string | undefined
  /** Undefined where Nova would not place the guest there. */
  readonly written: Written | undefined
  /** The XML as text; undefined where none is written. */
  readonly text: string | undefined
  /** Each guest cell: what was asked for, the number in the XML, and what libvirt reads. */
  readonly cells: readonly { readonly asked: KiB; readonly written: WrittenMemory; readonly read: KiB }[]
}

/** The story of one flavor on each of these hosts. Throws for a host the cloud does not have. */
export function xmlStory(
  cloud: Cloud,
  hosts: readonly HostId[],
  flavor: Flavor,
  image: ImageProps = {},
): XmlStory[] {
  return verdictsOn(cloud, hosts, flavor, image).map((verdicts) => {
    const { host, nova } = verdicts
    const reality = realityOf(cloud, host)
    const of = { ...verdicts, qemu: reality?.qemu, libvirt: reality?.libvirt }
    if (nova.outcome !== 'fits') return { ...of, written: undefined, text: undefined, cells: [] }
    const written = xmlOn(cloud, host, placedBy(nova, flavor, image))
    if (written.kind === 'raises') return { ...of, written, text: undefined, cells: [] }
    const cells = written.xml.cells.map(({ memory }, index) => ({
      asked: nova.placed?.cells[index]?.memory ?? flavor.memory,
      written: memory,
      read: asLibvirtReads(memory),
    }))
    return { ...of, written, text: xmlText(written.xml), cells }
  })
}
