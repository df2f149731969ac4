import type { Action } from './action.ts'

/**
 * A plan being written: its actions now, and the lists it was before and after. Undo takes no action back; it goes to
 * the list before, and the state is replayed from there.
 */
export interface Draft {
  readonly actions: readonly Action[]
  /** Latest last. */
  readonly earlier: readonly (readonly Action[])[]
  /** Next to redo last. */
  readonly undone: readonly (readonly Action[])[]
}

export type Edit =
  | { readonly edit: 'add'; readonly action: Action }
  /** Before the step that is there now; at the end where there is none. */
  | { readonly edit: 'insert'; readonly at: number; readonly action: Action }
  /** The same for several, in their order. */
  | { readonly edit: 'insert-all'; readonly at: number; readonly actions: readonly Action[] }
  | { readonly edit: 'replace'; readonly at: number; readonly action: Action }
  | { readonly edit: 'remove'; readonly at: number }
  | { readonly edit: 'remove-all'; readonly at: readonly number[] }
  /** Left out of the replay, or taken in again; they keep their places. */
  | { readonly edit: 'disable'; readonly at: readonly number[]; readonly disabled: boolean }
  | { readonly edit: 'move'; readonly from: number; readonly to: number }
  /** Steps keep their order and come to stand together, the first of them at `to`. */
  | { readonly edit: 'move-all'; readonly at: readonly number[]; readonly to: number }
  /** Another plan in its place: opened, or from the address bar. Begins anew. */
  | { readonly edit: 'open'; readonly actions: readonly Action[] }
  | { readonly edit: 'undo' }
  | { readonly edit: 'redo' }

export const openDraft = (actions: readonly Action[]): Draft => ({ actions, earlier: [], undone: [] })

/** A reducer. An edit that changes nothing (undo of nothing, a place that is not there) gives the same draft. */
export function edited(draft: Draft, edit: Edit): Draft {
  const { actions, earlier, undone } = draft
  switch (edit.edit) {
    case 'add':
      return changed(draft, [...actions, edit.action])
    case 'insert':
      return edit.at < 0 ? draft : changed(draft, actions.toSpliced(edit.at, 0, edit.action))
    case 'insert-all':
      return edit.at < 0 ? draft : differing(draft, actions.toSpliced(edit.at, 0, ...edit.actions))
    case 'replace':
      return edit.at in actions ? changed(draft, actions.with(edit.at, edit.action)) : draft
    case 'remove':
      return edit.at in actions ? changed(draft, actions.toSpliced(edit.at, 1)) : draft
    case 'remove-all':
      return differing(
        draft,
        actions.filter((_, at) => !edit.at.includes(at)),
      )
    case 'disable':
      return differing(
        draft,
        actions.map((action, at) => (edit.at.includes(at) ? withDisabled(action, edit.disabled) : action)),
      )
    case 'move-all': {
      const moved = actions.filter((_, at) => edit.at.includes(at))
      const others = actions.filter((_, at) => !edit.at.includes(at))
      return edit.to < 0 || edit.to > others.length
        ? draft
        : differing(draft, others.toSpliced(edit.to, 0, ...moved))
    }
    case 'move': {
      const moved = actions[edit.from]
      if (!moved || edit.from === edit.to || !(edit.to in actions)) return draft
      return changed(draft, actions.toSpliced(edit.from, 1).toSpliced(edit.to, 0, moved))
    }
    case 'open':
      return openDraft(edit.actions)
    case 'undo': {
      const before = earlier.at(-1)
      return before ? { actions: before, earlier: earlier.slice(0, -1), undone: [...undone, actions] } : draft
    }
    case 'redo': {
      const after = undone.at(-1)
      return after ? { actions: after, earlier: [...earlier, actions], undone: undone.slice(0, -1) } : draft
    }
  }
}

const changed = ({ actions, earlier }: Draft, now: readonly Action[]): Draft => ({
  actions: now,
  earlier: [...earlier, actions],
  undone: [],
})

/** The same draft where nothing is otherwise than before. */
const differing = (draft: Draft, now: readonly Action[]): Draft =>
  now.length === draft.actions.length && now.every((action, at) => action === draft.actions[at])
    ? draft
    : changed(draft, now)

function withDisabled(action: Action, disabled: boolean): Action {
  if ((action.disabled ?? false) === disabled) return action
  const { disabled: _, ...rest } = action
  return disabled ? { ...action, disabled } : (rest as Action)
}
