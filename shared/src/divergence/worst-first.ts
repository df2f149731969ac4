import { type Finding, type Severity, severities } from './finding.ts'

const units: readonly Severity['unit'][] = ['KiB', 'pages', 'count', 'GB', 'ratio', 'seconds']

/** By what fails next, then by how much, memory before counts; ties by place, so that the order is always the same. */
export function worstFirst(one: Finding, other: Finding): number {
  const [a, b] = [one.severity, other.severity]
  return (
    severities.indexOf(a.next) - severities.indexOf(b.next) ||
    units.indexOf(a.unit) - units.indexOf(b.unit) ||
    b.amount - a.amount ||
    byText(one.where.host, other.where.host) ||
    (one.where.cell ?? -1) - (other.where.cell ?? -1) ||
    (one.where.size ?? 0) - (other.where.size ?? 0) ||
    byText(one.cause, other.cause) ||
    byText(one.where.guest, other.where.guest) ||
    byText(one.where.provider, other.where.provider)
  )
}

const byText = (one = '', other = ''): number => (one < other ? -1 : one > other ? 1 : 0)
