import { KiB } from '../units.ts'

const powers: Readonly<Record<string, number>> = { k: 1, m: 2, g: 3, t: 4, p: 5, e: 6 }

/** What libvirt takes as a unit of memory. */
export const libvirtUnits = 'b, bytes, or K M G T P E alone or with B (1000) or iB (1024)'

/**
 * An amount with libvirt's unit, in KiB, rounded up as libvirt does (src/util/virutil.c: virScaleInteger,
 * src/conf/domain_conf.c: virDomainParseMemory). No unit is KiB. Undefined for a unit libvirt does not know.
 */
export function scaled(amount: number, unit: string | undefined): KiB | undefined {
  const text = (unit ?? 'KiB').trim().toLowerCase()
  if (/^(b|bytes?)$/.test(text)) return KiB(Math.ceil(amount / 1024))
  const [, prefix = '', suffix] = /^([kmgtpe])(b|ib)?$/.exec(text) ?? []
  const power = powers[prefix]
  if (power === undefined) return undefined
  return suffix === 'b' ? KiB(Math.ceil((amount * 1000 ** power) / 1024)) : KiB(amount * 1024 ** (power - 1))
}
