import { describe, expect, test } from 'vitest'
import { releases } from '../../releases/index.ts'
import { answer, outcome, ratios, request, rulesOf, sized } from '../../testing/boots.ts'
import { hostCell, pool } from '../../testing/cells.ts'
import { MiB } from '../../units.ts'
import { fitToHost } from './fit-to-host.ts'

describe('what the search leaves behind', () => {
  const swapped = [
    hostCell({
      id: 0,
      memory: MiB(16384),
      mempages: [pool('4K', '1048576'), pool('2M', '0'), pool('1G', '4')],
    }),
    hostCell({
      id: 1,
      cpus: '8-15',
      memory: MiB(16384),
      mempages: [pool('4K', '1048576'), pool('2M', '1024'), pool('1G', '0')],
    }),
  ]
  const asymmetric = `4 vCPU, 6144, ${sized('large')}, hw:numa_nodes=2, hw:numa_cpus.0=0,1, hw:numa_mem.0=2048, hw:numa_cpus.1=2,3, hw:numa_mem.1=4096`
  const commas = (text: string) => text.replaceAll('=0,1', '=0-1').replaceAll('=2,3', '=2-3')

  test.each(
    releases
      .filter(
        ({ rules }) => rules.cellSearch === 'first permutation' && rules.absentPageSize === 'does not fit',
      )
      .map(({ id }) => id),
  )('a page size fixed on the first cell keeps a guest out that would fit, in %s', (release) => {
    const found = answer(release, swapped, commas(asymmetric))
    expect(found.kind === 'rejected' && found.objections[0]).toEqual({
      kind: 'page-size-fixed',
      guestCell: 0,
      size: 1_048_576,
    })
  })

  const cpusFirst = [
    hostCell({ id: 0, cpus: '0-1', mempages: [pool('4K', '1048576'), pool('2M', '1024')] }),
    hostCell({ id: 1, cpus: '2-5', mempages: [pool('4K', '1048576'), pool('1G', '4')] }),
  ]
  test.each([
    ['a cell without enough CPUs fixes no page size up to Rocky 18.0', 'rocky-18.0', cpusFirst, 'fits'],
    ['a cell without enough CPUs fixes the page size from Rocky 18.1', 'rocky-18.1', cpusFirst, 'rejected'],
    ['the other order of cells fits', 'rocky-18.1', [...cpusFirst].reverse(), 'fits'],
  ])('%s', (_, release, cells, ends) => {
    expect(outcome(release, cells, `4 vCPU, 1024, ${sized('large')}`)).toBe(ends)
  })
})

describe('the fit cache of Zed and later', () => {
  const cells = (...used: readonly number[]) =>
    used.map((usage, id) =>
      hostCell({ id, cpus: `${id * 8}-${id * 8 + 7}`, memory: MiB(16384), memoryUsage: MiB(usage) }),
    )
  const nodes = (...memory: readonly number[]) =>
    [
      `${memory.length} vCPU, ${memory.reduce((sum, one) => sum + one, 0)}, hw:numa_nodes=${memory.length}`,
      ...memory.flatMap((mib, node) => [`hw:numa_cpus.${node}=${node}`, `hw:numa_mem.${node}=${mib}`]),
    ].join(', ')
  const placed = (release: string, used: readonly number[], memory: readonly number[]) => {
    const rules = rulesOf(release)
    const found = fitToHost(cells(...used), request(nodes(...memory), rules), ratios(1), rules, false)
    return found.kind === 'fits' ? found.topology.cells.map(({ id }) => id).join('+') : found.kind
  }

  test.each([
    ['refuses what fits', [8192, 4096, 8192], [2048, 10240], '0+1', 'rejected'],
    ['refuses what fits on three cells', [4096, 0, 12288], [2048, 6144, 6144], '2+0+1', 'rejected'],
    ['accepts what does not fit', [8192, 12288, 12288], [2048, 2048, 10240], 'rejected', '1+2+0'],
  ])('%s', (_, used, memory, yoga, zed) => {
    expect(placed('yoga', used, memory)).toBe(yoga)
    expect(placed('zed', used, memory)).toBe(zed)
    expect(placed('master', used, memory)).toBe(zed)
  })

  test('what it overlooks is said', () => {
    const found = answer('zed', cells(8192, 12288, 12288), nodes(2048, 2048, 10240), ratios(1))
    expect(found.kind === 'fits' && found.overlooked).toEqual([
      {
        kind: 'cell-memory-short',
        guestCell: 2,
        hostCell: 0,
        needed: MiB(10240),
        free: MiB(8192),
        total: MiB(16384),
        used: MiB(8192),
        ratio: 1,
      },
    ])
  })

  test('what it refuses by mistake is said', () => {
    const found = answer('zed', cells(8192, 4096, 8192), nodes(2048, 10240), ratios(1))
    expect(found.kind === 'rejected' && found.objections[0]).toEqual({
      kind: 'fit-cache-mistaken',
      carriers: [0, 1],
      guestCells: 2,
      hostCells: 3,
    })
  })
})
