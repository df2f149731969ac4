/** Host cells given out, one to each guest cell, while that can be done (Kuhn's matching). */
export interface Matching {
  /** Gives this guest cell a host cell, moving others if need be; false where all cannot have one. */
  readonly give: (guest: number) => boolean
  /** Frees this host cell, moving its holder if need be; false where the holder has no other. */
  readonly free: (host: number) => boolean
}

export function matching(
  hosts: readonly number[],
  suits: (guest: number, host: number) => boolean,
): Matching {
  const holder = new Map<number, number>()

  const giveBeside = (guest: number, passed: Set<number>): boolean => {
    for (const host of hosts) {
      if (passed.has(host) || !suits(guest, host)) continue
      passed.add(host)
      const other = holder.get(host)
      if (other !== undefined && !giveBeside(other, passed)) continue
      holder.set(host, guest)
      return true
    }
    return false
  }
  const free = (host: number): boolean => {
    const other = holder.get(host)
    if (other === undefined) return true
    holder.delete(host)
    if (giveBeside(other, new Set([host]))) return true
    holder.set(host, other)
    return false
  }
  return { give: (guest) => giveBeside(guest, new Set()), free }
}
