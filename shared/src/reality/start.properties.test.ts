import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CellId, GuestId } from '../model/ids.ts'
import { host } from '../testing/hosts.ts'
import { holds, observed, sizeOf } from '../testing/observed.ts'
import { GiB, KiB, Pages } from '../units.ts'
import { startGuest, stopGuest, takePages } from './change.ts'
import { type Binding, type Domain, unbound } from './domain.ts'
import { partsOf } from './hugetlb.ts'
import { observe } from './observe.ts'
import type { Reality } from './reality.ts'
import { startCheck } from './start.ts'

const size = sizeOf('2M')

/** Up to four nodes, each with pages of which others hold some; some promised to mappings. */
const realities = fc
  .record({
    nodes: fc.array(fc.record({ total: fc.nat(64), held: fc.nat(64) }), { minLength: 1, maxLength: 4 }),
    promised: fc.nat(16),
  })
  .map(({ nodes, promised }): Reality => {
    const book = observe(
      host('any', {
        observed: observed({
          nodes: nodes.map(({ total }) => ({
            memory: GiB(4),
            memoryFree: GiB(2),
            pools: [{ size: '2M', total }],
          })),
          holders: nodes.map(({ total, held }, node) => holds('other', Math.min(total, held), '2M', node)),
          promised: { '2M': promised },
          libvirt: '9.0.0',
          qemu: '7.2.22',
        }),
      }),
    )
    if (!book) throw new Error('no book')
    return book
  })

const bindings = fc.record<Binding>({
  mode: fc.constantFrom('strict', 'preferred', 'interleave'),
  nodes: fc.uniqueArray(fc.nat(3).map(CellId), { minLength: 1, maxLength: 3 }),
})

const domains = fc
  .record({
    cells: fc.array(fc.record({ pages: fc.integer({ min: 1, max: 40 }), binding: bindings }), {
      minLength: 1,
      maxLength: 3,
    }),
    confined: fc.boolean(),
  })
  .map(({ cells, confined }): Domain => {
    const asked = cells.map(({ pages, binding }, id) => ({
      id,
      cpus: [id],
      memory: KiB(pages * size),
      backing: { kind: 'huge pages', size, binding, source: 'file' } as const,
    }))
    return {
      memory: KiB(asked.reduce((all, { memory }) => all + memory, 0)),
      vcpus: cells.length,
      cells: asked,
      backing: { kind: 'base pages', binding: unbound },
      confinedTo: confined ? [...new Set(cells.flatMap(({ binding }) => binding.nodes))] : undefined,
      pagedCells: [],
    }
  })

const frees = ({ nodes }: Reality) => nodes.flatMap(({ pools }) => pools.map(({ free }) => free))
const freeIn = (reality: Reality) => frees(reality).reduce((all, free) => all + free, 0)
const vm = GuestId('vm')

test('a guest that starts takes exactly its pages, and no pool below zero', () => {
  fc.assert(
    fc.property(realities, domains, (reality, domain) => {
      fc.pre(startCheck(reality, domain).outcome === 'starts')
      const running = startGuest(reality, vm, 'vm', domain)
      expect(freeIn(reality) - freeIn(running)).toBe(domain.memory / size)
      expect(Math.min(...frees(running))).toBeGreaterThanOrEqual(0)
    }),
  )
})

test('a guest that stops gives back what it took', () => {
  fc.assert(
    fc.property(realities, domains, (reality, domain) => {
      const running = startGuest(reality, vm, 'vm', domain)
      expect(frees(stopGuest(running, vm))).toEqual(frees(reality))
    }),
  )
})

test('fewer free pages never let a guest start that would not', () => {
  fc.assert(
    fc.property(realities, domains, fc.nat(3), fc.nat(20), (reality, domain, node, pages) => {
      const pool = reality.nodes[node]?.pools[0]
      fc.pre(pool !== undefined)
      const taken = Pages(Math.min(pages, pool?.free ?? 0))
      const poorer = takePages(reality, CellId(node), size, {
        kind: 'process',
        name: 'other',
        pid: 1,
        pages: taken,
      })
      if (startCheck(reality, domain).outcome === 'refuses') {
        expect(startCheck(poorer, domain).outcome).toBe('refuses')
      }
    }),
  )
})

test('what is refused for want of pages is refused with numbers that say so', () => {
  fc.assert(
    fc.property(realities, domains, (reality, domain) => {
      const verdict = startCheck(reality, domain)
      const shortages =
        verdict.outcome === 'refuses'
          ? verdict.refusals.flatMap((why) => (why.kind === 'pool-short' ? [why] : []))
          : []
      for (const { needed, promised, free, node, elsewhere } of shortages) {
        expect(needed + promised).toBeGreaterThan(free)
        expect(elsewhere.every((one) => one.free >= needed && one.node !== node)).toBe(true)
      }
    }),
  )
})

test('a wish is served in full, or with all that its nodes have', () => {
  fc.assert(
    fc.property(realities, bindings, fc.nat(100).map(Pages), (reality, binding, needed) => {
      const parts = partsOf(reality, { size, needed, binding, preallocated: true, reserved: true })
      const usable = reality.nodes.filter(({ id }) => binding.mode !== 'strict' || binding.nodes.includes(id))
      const there = usable
        .flatMap(({ pools }) => pools.map(({ free }) => free))
        .reduce((all, one) => all + one, 0)
      expect(parts.reduce((all, { pages }) => all + pages, 0)).toBe(Math.min(needed, there))
      for (const { node, pages } of parts) {
        expect(pages).toBeLessThanOrEqual(reality.nodes.find(({ id }) => id === node)?.pools[0]?.free ?? 0)
      }
    }),
  )
})
