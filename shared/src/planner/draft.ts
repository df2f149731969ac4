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
  | { readonly edit: 'replace'; readonly at: number; readonly action: Action }
  | { readonly edit: 'remove'; readonly at: number }
  | { readonly edit: 'move'; readonly from: number; readonly to: number }
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
    case 'replace':
      return edit.at in actions ? changed(draft, actions.with(edit.at, edit.action)) : draft
    case 'remove':
      return edit.at in actions ? changed(draft, actions.toSpliced(edit.at, 1)) : draft
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
