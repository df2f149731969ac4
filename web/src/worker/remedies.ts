import { hostRemedy, type PoolBooks, type Remedy } from '@headroom/shared'

/** One remedy a place: an option of nova.conf is written whole, for every pool of the host. */
export function remediesOf(
  differing: readonly { readonly remedy: Remedy | undefined }[],
  pools: readonly PoolBooks[],
): readonly Remedy[] {
  const wanted = differing.flatMap(({ remedy }) => (remedy ? [remedy] : []))
  const shell = wanted.filter(({ file }) => file !== 'nova.conf')
  const option = wanted.find(({ file }) => file === 'nova.conf')
  const once = shell.filter(
    ({ lines }, i) => shell.findIndex((other) => other.lines.join() === lines.join()) === i,
  )
  const alone = !pools.some(({ nova }) => nova)
  const reserve = option || alone ? (hostRemedy(pools) ?? option) : undefined
  return [...(reserve ? [reserve] : []), ...once]
}
