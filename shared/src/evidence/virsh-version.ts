import { shown } from '../parsing/json.ts'
import type { Parsed, Problem } from '../parsing/parsed.ts'

/** `virsh version`: the libvirt that virsh speaks with, and the QEMU it would start. */
export interface Versions {
  readonly libvirt: string | undefined
  readonly qemu: string | undefined
}

export const isVirshVersion = (text: string): boolean => /^Running hypervisor:/m.test(text)

/** With `--daemon` the daemon's version counts, else the library's. A hypervisor other than QEMU has none here. */
export function parseVirshVersion(text: string): Parsed<Versions> {
  const problems: Problem[] = []
  const read = (label: string, pattern: RegExp, expected: string): string | undefined => {
    const lines = text.split('\n')
    const at = lines.findIndex((line) => line.trim().startsWith(label))
    const rest = lines[at]?.trim().slice(label.length).trim()
    if (rest === undefined) return undefined
    const [, version] = pattern.exec(rest) ?? []
    if (version === undefined) {
      problems.push({ severity: 'error', at: { line: at + 1 }, found: shown(rest), expected })
    }
    return version
  }
  const daemon = read('Running against daemon:', /^(\d+(?:\.\d+)+)$/, 'a version such as 9.0.0')
  const library = read('Using library:', /^libvirt (\d+(?:\.\d+)+)$/, 'libvirt and a version')
  const qemu = read('Running hypervisor:', /^QEMU (\d+(?:\.\d+)+)$/, 'QEMU and a version')
  return { facts: { libvirt: daemon ?? library, qemu }, problems }
}
