import type { Action } from '@headroom/shared'

/** Copies of steps: what they create is called otherwise than what is there. */
export function copiesOf(actions: readonly Action[], at: readonly number[]): readonly Action[] {
  const used = new Set(actions.flatMap((action) => ('id' in action ? [action.id as string] : [])))
  return at.flatMap((place): Action[] => {
    const action = actions[place]
    if (!action) return []
    if (!('id' in action)) return [action]
    const id = freshName(action.id, used)
    used.add(id)
    return [{ ...action, id } as Action]
  })
}

function freshName(name: string, used: ReadonlySet<string>): string {
  for (let n = 1; ; n += 1) {
    const copy = n === 1 ? `${name}-copy` : `${name}-copy-${n}`
    if (!used.has(copy)) return copy
  }
}
