import { givePagesBack, heldByProcess, takePages as taken } from '../reality/change.ts'
import { poolOf, promisedOf } from '../reality/observe.ts'
import type { NodePool, Reality } from '../reality/reality.ts'
import { exceeds, minus, type PageSize, Pages, sum } from '../units.ts'
import type { Action } from './action.ts'
import { type Cloud, realityOf, withReality } from './cloud.ts'
import { impossible, type Performed, unchanged } from './performed.ts'
import type { Impossible } from './step.ts'

type Take = Extract<Action, { do: 'take-pages' }>
type Give = Extract<Action, { do: 'give-pages-back' }>

/** A process of the host takes pages on one node. Nova does not notice. */
export function takePages(cloud: Cloud, action: Take): Performed {
  const found = pool(cloud, action)
  if ('kind' in found) return impossible(cloud, found)
  const free = takeable(found.reality, found.pool, action.size)
  if (exceeds(action.pages, free)) return unchanged(cloud, { kind: 'host-changes', result: 'short', free })

  const { by: name, pages } = action
  const holder = { kind: 'process', name, pid: undefined, pages } as const
  return done(cloud, taken(found.reality, action.cell, action.size, holder), free)
}

/** A process of the host gives back pages that it was seen to hold, or took in this plan. */
export function givePages(cloud: Cloud, action: Give): Performed {
  const found = pool(cloud, action)
  if ('kind' in found) return impossible(cloud, found)
  const { by, cell: node, size, pages: asked } = action
  const held = heldByProcess(found.pool, by)
  if (exceeds(asked, held)) return impossible(cloud, { kind: 'not-holding', by, node, size, held, asked })
  return done(cloud, givePagesBack(found.reality, node, size, by, asked), found.pool.free)
}

const done = (cloud: Cloud, reality: Reality, free: Pages): Performed => ({
  outcome: { kind: 'host-changes', result: 'done', free },
  cloud: withReality(cloud, reality),
  touched: [reality.host],
})

function pool(
  cloud: Cloud,
  { host, cell, size }: Take | Give,
): { readonly reality: Reality; readonly pool: NodePool } | Impossible {
  if (!cloud.hosts.get(host)) return { kind: 'no-such', what: 'host', name: host }
  const reality = realityOf(cloud, host)
  if (!reality) return { kind: 'not-observed', host }
  if (!reality.nodes.some(({ id }) => id === cell)) return { kind: 'no-such', what: 'node', name: `${cell}` }
  const found = poolOf(reality, cell, size)
  return found ? { reality, pool: found } : { kind: 'no-such', what: 'pool', name: `hugepages-${size}kB` }
}

/** Free on the node, as far as the whole machine has not promised its free pages to others. */
function takeable(reality: Reality, { free }: NodePool, size: PageSize): Pages {
  const everywhere = sum(reality.nodes.flatMap(({ id }) => poolOf(reality, id, size)?.free ?? []))
  return Pages(Math.min(free, minus(everywhere, promisedOf(reality, size) ?? Pages(0))))
}
