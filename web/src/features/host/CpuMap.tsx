import type { CoreView, CpuView } from './view-model.ts'

/** A letter for each use, so that the map needs no colour. */
const uses: Record<CpuView['use'], { readonly letter: string; readonly words: string }> = {
  shared: { letter: 'S', words: 'for shared vCPUs' },
  dedicated: { letter: 'D', words: 'for dedicated vCPUs' },
  both: { letter: 'B', words: 'for shared and dedicated vCPUs' },
  none: { letter: '–', words: 'kept from guests' },
  'not known': { letter: '?', words: 'use not known' },
}

const owner = ({ pinned, pinnedByNobody }: CpuView): string =>
  pinned.length > 0
    ? `pinned by ${pinned.join(', ')}`
    : pinnedByNobody
      ? 'pinned by no listed guest'
      : 'not pinned'

const isPinned = ({ pinned, pinnedByNobody }: CpuView) => pinned.length > 0 || pinnedByNobody

/** The CPUs of a cell, threads of a core together: what Nova may put there, and who is pinned to it. */
export function CpuMap({ cell, cores }: { readonly cell: number; readonly cores: readonly CoreView[] }) {
  if (cores.length === 0) return null
  const all = cores.flat()
  const present = [...new Set(all.map(({ use }) => use))]
  const pinned = all.filter(isPinned)
  return (
    <details>
      <summary className="cursor-default text-xs text-muted">
        CPUs: <b className="text-ink">{pinned.length}</b> of <b className="text-ink">{all.length}</b> pinned
        {cores.some((core) => core.length > 1) && `, ${cores.length} cores`}
      </summary>
      <p className="mt-1.5 text-xs text-muted">
        {present.map((use) => `${uses[use].letter} ${uses[use].words}`).join(' · ')}
        {pinned.length > 0 && ' · filled: pinned'}
      </p>
      <ul aria-label={`CPUs of cell ${cell}, by core`} className="mt-1.5 flex flex-wrap gap-1">
        {cores.map((core) => (
          <li key={core[0]?.cpu} className="flex rounded border border-edge">
            {core.map((cpu) => (
              <span
                key={cpu.cpu}
                title={`CPU ${cpu.cpu}: ${uses[cpu.use].words}, ${owner(cpu)}`}
                className={`figure min-w-9 px-1 py-0.5 text-center text-xs ${isPinned(cpu) ? 'bg-claimed font-semibold text-on-claimed' : ''}`}
              >
                <span className="sr-only">
                  CPU {cpu.cpu}: {uses[cpu.use].words}, {owner(cpu)}
                </span>
                <span aria-hidden="true">
                  {cpu.cpu}
                  {uses[cpu.use].letter}
                </span>
              </span>
            ))}
          </li>
        ))}
      </ul>
      {pinned.length > 0 && (
        <ul aria-label={`Who is pinned on cell ${cell}`} className="mt-1.5 text-xs text-muted">
          {pinned.map((cpu) => (
            <li key={cpu.cpu}>
              <span className="figure">CPU {cpu.cpu}</span>: {owner(cpu)}
            </li>
          ))}
        </ul>
      )}
    </details>
  )
}
