import { isBareMetal as isOfIronic } from '../placement/host-state.ts'
import { detector } from './detector.ts'
import { type Finding, finding } from './finding.ts'
import type { HostBooks } from './host-books.ts'
import { rootOf } from './provider.ts'

export interface BareMetalFinding extends Finding<'bare-metal'> {
  /** The resource class that its one guest takes; undefined where Placement was not read. */
  readonly resourceClass: string | undefined
}

/**
 * A node of Ironic's: it is given away whole, by a resource class of its own since Pike, and has no host's book
 * (nova/virt/ironic/driver.py: update_provider_tree).
 */
export const bareMetal = detector(['nova'], (books): readonly BareMetalFinding[] =>
  isBareMetal(books)
    ? [
        {
          ...finding('bare-metal', {
            kind: 'stale',
            where: { host: books.host },
            resource: { of: 'hosts', unit: 'count' },
            expected: undefined,
            observed: undefined,
            severity: { next: 'not-known', amount: 0, unit: 'count' },
          }),
          resourceClass: customClass(books),
        },
      ]
    : [],
)

/** By its hypervisor, or by a provider that sells nothing but a class of its own. */
export const isBareMetal = (books: HostBooks): boolean => {
  if (books.row.nova?.hypervisor?.type !== undefined) return isOfIronic(books.state)
  const classes = rootOf(books)?.inventories?.map(({ resourceClass }) => resourceClass) ?? []
  return classes.length > 0 && classes.every((name) => name.startsWith('CUSTOM_'))
}

const customClass = (books: HostBooks): string | undefined =>
  rootOf(books)?.inventories?.find(({ resourceClass }) => resourceClass.startsWith('CUSTOM_'))?.resourceClass
