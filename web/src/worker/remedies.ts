import {
  explainRemedy,
  type HostId,
  hostRemedy,
  type PoolBooks,
  plain,
  type Remedy,
  type Sentence,
} from '@headroom/shared'

/** What to paste, and where. */
export interface RemedyView {
  readonly place: Sentence
  readonly lines: readonly string[]
}

export const remedyView = (remedy: Remedy): RemedyView => ({
  place: explainRemedy(remedy),
  lines: remedy.lines,
})

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

/** All that mends one host as the text of a file, what it mends as comments; undefined where nothing does. */
export function remedyText(
  host: HostId,
  mends: readonly Sentence[],
  remedies: readonly Remedy[],
): string | undefined {
  if (remedies.length === 0) return undefined
  const lines = [
    `# ${host}`,
    ...mends.map((headline) => `# ${plain(headline)}`),
    ...remedies.flatMap((remedy) => [
      '',
      `# ${plain(explainRemedy(remedy))}`,
      ...(remedy.section === undefined ? [] : [`[${remedy.section}]`]),
      ...remedy.lines,
    ]),
  ]
  return `${lines.join('\n')}\n`
}
