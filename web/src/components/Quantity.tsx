import { figure, KiB, memoryOf, memoryText, type PageSize, Pages, pageSizeText } from '@headroom/shared'

/** A bare count, where a heading or the word after it says of what. */
export function Figure({ of }: { readonly of: number | undefined }) {
  return of === undefined ? (
    <span className="text-muted">
      <span aria-hidden="true">–</span>
      <span className="sr-only">not known</span>
    </span>
  ) : (
    <span className="figure">{figure(of)}</span>
  )
}

/** `256 × 2 MiB`. */
export function PageCount({ pages, size }: { readonly pages: number; readonly size: PageSize }) {
  return (
    <span className="figure">
      {figure(pages)} × {pageSizeText(size)}
    </span>
  )
}

/** Memory with its unit; pages of a size as the memory they are. */
export function Memory(
  props: { readonly kib: number } | { readonly pages: number; readonly size: PageSize },
) {
  const memory = 'kib' in props ? KiB(props.kib) : memoryOf(Pages(props.pages), props.size)
  return (
    <span className="figure" title={memoryText(memory)}>
      {roughly(memory)}
    </span>
  )
}

/** Three figures of the unit it reads best in; exact below a MiB. */
export function roughly(memory: KiB): string {
  if (memory === 0) return '0 GiB'
  const units = [
    [1024 ** 3, 'TiB'],
    [1024 ** 2, 'GiB'],
    [1024, 'MiB'],
  ] as const
  for (const [kib, unit] of units) {
    if (Math.abs(memory) >= kib) return `${figure(threeFigures(memory / kib))} ${unit}`
  }
  return memoryText(memory)
}

const threeFigures = (n: number) => (Math.abs(n) < 1000 ? Number(n.toPrecision(3)) : Math.round(n))

/** A difference with its sign; what is wrong in colour. */
export function Difference({
  of,
  tone,
}: {
  readonly of: number | undefined
  readonly tone?: 'bad' | 'ok' | undefined
}) {
  if (of === undefined) return <Figure of={undefined} />
  const colour = of === 0 || !tone ? 'text-muted' : tone === 'bad' ? 'text-bad' : 'text-ok'
  return (
    <span className={`figure ${colour}`}>
      {of > 0 ? '+' : ''}
      {figure(of)}
    </span>
  )
}

/** `1 host`, `40 hosts`. */
export const Quantified = ({
  of,
  one,
  many,
}: {
  readonly of: number
  readonly one: string
  readonly many: string
}) => (
  <span>
    <b className="figure">{figure(of)}</b> {of === 1 ? one : many}
  </span>
)
