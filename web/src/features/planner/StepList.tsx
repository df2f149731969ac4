import type { Draft, Edit } from '@headroom/shared'
import { type KeyboardEvent, type MouseEvent, type ReactNode, useRef, useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { InsertGap } from './InsertGap.tsx'
import { MarkedBar } from './MarkedBar.tsx'
import { concerned, landing, type Marks, markAll, marksWithin, markTo, noMarks, toggleMark } from './marks.ts'
import { StepItem } from './StepItem.tsx'
import { copiesOf } from './step-copies.ts'
import type { Formed } from './typed-step.ts'
import { useDragOrder } from './use-drag-order.ts'
import type { StepCard } from './view-model.ts'

/** The form that stands open: in a step's place, or before one. */
export interface OpenForm {
  readonly at: number
  readonly instead: boolean
  readonly form: ReactNode
}

interface StepListProps {
  readonly draft: Draft
  /** What came of the steps; those not replayed yet are undefined. */
  readonly cards: readonly (StepCard | undefined)[]
  /** Counted from 0. */
  readonly selected: number | undefined
  readonly onSelect: (at: number) => void
  readonly edit: (edit: Edit) => void
  readonly onEdit: (at: number) => void
  /** Asks for a new step before the one at this place. */
  readonly onInsert: (at: number, what: Formed) => void
  readonly open: OpenForm | undefined
}

/**
 * The plan in order. Arrows go from step to step, with Shift they mark, Alt with an arrow moves what is marked or the step,
 * Insert puts one before it, Delete removes; the same stands as buttons, and steps are dragged.
 */
export function StepList({ draft, cards, selected, onSelect, edit, onEdit, onInsert, open }: StepListProps) {
  const list = useRef<HTMLOListElement>(null)
  const { actions } = draft
  const [kept, setMarks] = useState<Marks>(noMarks)
  const [inserting, setInserting] = useState<number>()
  const marks = marksWithin(kept, actions.length)
  const last = actions.length - 1

  const focus = (at: number) =>
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>(`[data-step="${at}"] [data-title]`)?.focus(),
    )
  const select = (at: number) => {
    if (at < 0 || at > last) return
    onSelect(at)
    focus(at)
  }
  const drop = (at: number, gap: number) => {
    const moved = concerned(marks, at)
    if (gap < 0 || gap > actions.length) return
    const to = landing(moved, gap)
    edit({ edit: 'move-all', at: moved, to })
    const now = to + moved.indexOf(at)
    if (marks.at.length > 0 && moved.length > 1)
      setMarks({ ...marks, at: moved.map((_, i) => to + i), anchor: to })
    onSelect(now)
    focus(now)
  }
  const commands: Commands = {
    last,
    select,
    moveUp: (at) => drop(at, Math.min(...concerned(marks, at)) - 1),
    moveDown: (at) => drop(at, Math.max(...concerned(marks, at)) + 2),
    remove: (at) => {
      const removed = concerned(marks, at)
      edit({ edit: 'remove-all', at: removed })
      setMarks({ ...marks, at: [] })
      const next = Math.max(Math.min(at - removed.filter((one) => one < at).length, last - removed.length), 0)
      onSelect(next)
      focus(next)
    },
    markTo: (at, to) => {
      if (to < 0 || to > last) return
      setMarks(markTo(marks, at, to))
      select(to)
    },
    markAll: () => setMarks(markAll(actions.length)),
    unmark: () => setMarks(noMarks),
    insert: setInserting,
  }
  const onKey = (event: KeyboardEvent, at: number) => {
    const act = keys[keyOf(event)]
    if (!act) return
    event.preventDefault()
    act(commands, at)
  }
  const onPress = (event: MouseEvent, at: number) => {
    if (event.shiftKey) setMarks(markTo(marks, selected ?? at, at))
    else if (event.ctrlKey || event.metaKey) setMarks(toggleMark(marks, at))
    else onSelect(at)
  }
  const { drag, onPointerDown } = useDragOrder(list, drop)
  const dragged = drag ? concerned(marks, drag.from) : []

  return (
    <>
      {actions.length > 1 && (
        <MarkedBar
          marks={marks}
          actions={actions}
          onMarks={setMarks}
          onMoveUp={() => commands.moveUp(marks.at[0] ?? 0)}
          onMoveDown={() => commands.moveDown(marks.at[0] ?? 0)}
          onDuplicate={() => {
            const at = (marks.at.at(-1) ?? last) + 1
            edit({ edit: 'insert-all', at, actions: copiesOf(actions, marks.at) })
            setMarks({ ...marks, at: marks.at.map((_, i) => at + i), anchor: at })
          }}
          onLeaveOut={(disabled) => edit({ edit: 'disable', at: marks.at, disabled })}
          onRemove={() => commands.remove(marks.at[0] ?? 0)}
        />
      )}
      <ol ref={list} aria-label="Steps" className={`-mt-3 flex flex-col ${drag ? 'select-none' : ''}`}>
        {actions.map((action, at) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place in the plan
            key={at}
            data-step={at}
            onPointerDown={(event) => open || onPointerDown(event, at)}
            className={dragged.includes(at) ? 'opacity-50' : ''}
          >
            {open && !open.instead && open.at === at ? (
              <div className="py-2">{open.form}</div>
            ) : (
              <InsertGap
                at={at}
                isTarget={drag?.gap === at}
                isOpen={inserting === at}
                onOpenChange={(isOpen) => setInserting(isOpen ? at : undefined)}
                onInsert={(what) => onInsert(at, what)}
              />
            )}
            {open?.instead && open.at === at ? (
              open.form
            ) : (
              <StepItem
                at={at}
                last={last}
                card={cards[at]}
                isSelected={selected === at}
                isLeftOut={action.disabled ?? false}
                mark={
                  marks.isOn
                    ? { isOn: marks.at.includes(at), turn: () => setMarks(toggleMark(marks, at)) }
                    : undefined
                }
                onPress={(event) => onPress(event, at)}
                onKey={(event) => onKey(event, at)}
                onEdit={() => onEdit(at)}
                onMoveUp={() => commands.moveUp(at)}
                onMoveDown={() => commands.moveDown(at)}
                onInsert={() => setInserting(at)}
                onLeaveOut={(disabled) => edit({ edit: 'disable', at: [at], disabled })}
                onRemove={() => commands.remove(at)}
              />
            )}
            {at === last && <div className={`h-2 ${drag?.gap === at + 1 ? targetLook : ''}`} />}
          </li>
        ))}
      </ol>
      {actions.length > 0 && !open && (
        <div className="flex items-start gap-3 pl-3 text-xs text-muted">
          <p className="min-w-0 flex-1 py-1.5">
            Drag or press <kbd>Alt</kbd> <kbd>↑</kbd> <kbd>↓</kbd> to reorder, <kbd>Shift</kbd> <kbd>↑</kbd>{' '}
            <kbd>↓</kbd> to mark several, <kbd>Insert</kbd> to put one between. The plan lives in the link.
          </p>
          {actions.length > 1 && !marks.isOn && (
            <Button look="quiet" onPress={() => setMarks({ ...noMarks, isOn: true })}>
              Mark several
            </Button>
          )}
        </div>
      )}
    </>
  )
}

const targetLook = 'border-t-3 border-focus mt-1'

interface Commands {
  readonly last: number
  readonly select: (at: number) => void
  readonly moveUp: (at: number) => void
  readonly moveDown: (at: number) => void
  readonly remove: (at: number) => void
  readonly markTo: (at: number, to: number) => void
  readonly markAll: () => void
  readonly unmark: () => void
  readonly insert: (at: number) => void
}

const keyOf = ({ key, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): string =>
  [altKey && 'Alt', (ctrlKey || metaKey) && 'Ctrl', shiftKey && 'Shift', key].filter(Boolean).join('+')

const keys: Readonly<Record<string, ((commands: Commands, at: number) => void) | undefined>> = {
  ArrowUp: ({ select }, at) => select(at - 1),
  ArrowDown: ({ select }, at) => select(at + 1),
  Home: ({ select }) => select(0),
  End: ({ select, last }) => select(last),
  'Alt+ArrowUp': ({ moveUp }, at) => moveUp(at),
  'Alt+ArrowDown': ({ moveDown }, at) => moveDown(at),
  'Shift+ArrowUp': ({ markTo }, at) => markTo(at, at - 1),
  'Shift+ArrowDown': ({ markTo }, at) => markTo(at, at + 1),
  'Shift+Home': ({ markTo }, at) => markTo(at, 0),
  'Shift+End': ({ markTo, last }, at) => markTo(at, last),
  'Ctrl+a': ({ markAll }) => markAll(),
  Escape: ({ unmark }) => unmark(),
  Insert: ({ insert }, at) => insert(at),
  Delete: ({ remove }, at) => remove(at),
}
