import { isDeepStrictEqual } from 'node:util'
import { type Release, releaseById } from '@headroom/shared'
import { answerOf, type Kind, recorded } from './replay.ts'

export interface DecidedBy {
  readonly release: string
  /** By the name of a rule that differs from the release recorded before: requests answered otherwise without it. */
  readonly rules: Readonly<Record<string, number>>
}

/** Of these releases, oldest first, what each rule decides that one has and the one before has not. */
export function decidedBy(
  folder: string,
  ids: readonly string[],
  kinds: readonly Kind[],
): readonly DecidedBy[] {
  const releases = ids.flatMap((id) => releaseById(id) ?? [])
  return releases.map((release, index) => {
    const before = releases[index - 1]
    return { release: release.id, rules: before ? between(folder, before, release, kinds) : {} }
  })
}

function between(
  folder: string,
  before: Release,
  release: Release,
  kinds: readonly Kind[],
): Readonly<Record<string, number>> {
  const names = (Object.keys(release.rules) as (keyof Release['rules'])[]).filter(
    (name) => !isDeepStrictEqual(release.rules[name], before.rules[name]),
  )
  const asked = kinds.flatMap((kind) => recorded(folder, release.id, kind))
  const answers = asked.map((one) => answerOf(one, release))
  return Object.fromEntries(
    names.map((name) => {
      const without = { ...release, rules: { ...release.rules, [name]: before.rules[name] } }
      return [name, asked.filter((one, at) => !isDeepStrictEqual(answerOf(one, without), answers[at])).length]
    }),
  )
}
