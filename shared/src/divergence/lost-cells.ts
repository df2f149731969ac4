import type { Guest } from '../model/guest.ts'
import { numaConstraints } from '../placement/request/numa-constraints.ts'
import { detector } from './detector.ts'
import { type Finding, finding } from './finding.ts'
import type { HostBooks } from './host-books.ts'

export interface LostCellsFinding extends Finding<'cells-lost'> {
  readonly guest: Guest['id']
  readonly name: string
}

/**
 * A guest whose flavor and image ask for cells, and that Nova keeps none of: it is counted on no cell and bound to none. An
 * evacuation before 18.0.1 forgot the cells an image asks for (nova/compute/manager.py: rebuild_instance; bug 1785318).
 */
export const lostCells = detector(['nova'], (books): readonly LostCellsFinding[] => {
  const { host, state, residents } = books
  if (typeof state.cells === 'string') return []
  return residents.flatMap((guest): LostCellsFinding[] => {
    const asked = guest.topology === 'none' ? cellsAsked(books, guest) : 0
    if (asked === 0) return []
    const { id, name } = guest
    return [
      {
        ...finding('cells-lost', {
          kind: 'drift',
          where: { host, guest: id },
          resource: { of: 'cells', unit: 'count' },
          expected: { by: 'nova', amount: 0 },
          observed: { by: 'config', amount: asked },
          severity: { next: 'later-boot-fails', amount: guest.flavor.memory, unit: 'KiB' },
          remedy: { file: 'openstack', lines: [`openstack server migrate --wait ${id}`] },
        }),
        guest: id,
        name,
      },
    ]
  })
})

function cellsAsked({ compute }: HostBooks, { flavor, image }: Guest): number {
  const asked = numaConstraints(flavor, image, compute.rules)
  return asked.kind === 'topology' ? (asked.topology?.cells.length ?? 0) : 0
}
