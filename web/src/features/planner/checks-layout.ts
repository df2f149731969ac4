import type { CheckGroup } from './checks-view.ts'

/** A line of the grid under its header: the head of a group, or the host at this place in the order of all. */
export type ChecksLine =
  | { readonly kind: 'group'; readonly group: CheckGroup; readonly isOpen: boolean }
  | { readonly kind: 'host'; readonly at: number }

export interface ChecksLayout {
  readonly lines: number
  readonly lineAt: (line: number) => ChecksLine | undefined
}

/** Groups beneath each other, those that are open followed by their hosts. One group alone needs no head. */
export function checksLayout(
  groups: readonly CheckGroup[],
  isOpen: (group: CheckGroup) => boolean,
): ChecksLayout {
  const [only, ...others] = groups
  if (only && others.length === 0) {
    return {
      lines: only.hosts,
      lineAt: (line) => (line < only.hosts ? { kind: 'host', at: line } : undefined),
    }
  }
  const placed: { readonly group: CheckGroup; readonly from: number; readonly first: number }[] = []
  let from = 0
  let first = 0
  for (const group of groups) {
    placed.push({ group, from, first })
    from += 1 + (isOpen(group) ? group.hosts : 0)
    first += group.hosts
  }
  return {
    lines: from,
    lineAt: (line) => {
      const one = placed.findLast((place) => place.from <= line)
      if (!one || line >= from) return undefined
      const within = line - one.from
      return within === 0
        ? { kind: 'group', group: one.group, isOpen: isOpen(one.group) }
        : { kind: 'host', at: one.first + within - 1 }
    },
  }
}
