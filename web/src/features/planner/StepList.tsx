import type { Draft, Edit } from '@headroom/shared'
import { type DragEvent, type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { Say } from '../../components/Say.tsx'
import { GatesChip, VerdictChip } from '../../components/Verdict.tsx'
import type { StepCard } from './view-model.ts'

interface StepListProps {
  readonly draft: Draft
  /** What came of the steps; those not replayed yet are undefined. */
  readonly cards: readonly (StepCard | undefined)[]
  /** Counted from 0. */
  readonly selected: number | undefined
  readonly onSelect: (at: number) => void
  readonly edit: (edit: Edit) => void
  readonly onEdit: (at: number) => void
  /** The step whose form stands in its place. */
  readonly editing: { readonly at: number; readonly form: ReactNode } | undefined
}

/**
 * The plan in order. Arrows go from step to step, Alt with an arrow moves the step, Delete removes it; the same stands
 * as buttons on the step that is selected.
 */
export function StepList({ draft, cards, selected, onSelect, edit, onEdit, editing }: StepListProps) {
  const list = useRef<HTMLOListElement>(null)
  const [dragged, setDragged] = useState<number>()
  const [over, setOver] = useState<number>()
  const last = draft.actions.length - 1

  const focus = (at: number) =>
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>(`[data-step="${at}"] [data-title]`)?.focus(),
    )
  const select = (at: number) => {
    if (at < 0 || at > last) return
    onSelect(at)
    focus(at)
  }
  const move = (from: number, to: number) => {
    if (to < 0 || to > last || from === to) return
    edit({ edit: 'move', from, to })
    onSelect(to)
    focus(to)
  }
  const remove = (at: number) => {
    edit({ edit: 'remove', at })
    const next = Math.min(at, last - 1)
    onSelect(Math.max(next, 0))
    focus(next)
  }
  const onKey = (event: KeyboardEvent, at: number) => {
    const act = keys[`${event.altKey ? 'Alt+' : ''}${event.key}`]
    if (!act || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    act({ at, last, select, move, remove })
  }

  return (
    <ol ref={list} aria-label="Steps" className="flex flex-col gap-2">
      {draft.actions.map((action, at) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place in the plan
          key={at}
          data-step={at}
          draggable={editing === undefined}
          onDragStart={(event: DragEvent) => {
            event.dataTransfer.effectAllowed = 'move'
            setDragged(at)
          }}
          onDragEnd={() => {
            setDragged(undefined)
            setOver(undefined)
          }}
          onDragOver={(event) => {
            if (dragged === undefined) return
            event.preventDefault()
            setOver(at)
          }}
          onDrop={(event) => {
            event.preventDefault()
            if (dragged !== undefined) move(dragged, at)
          }}
          className={over === at && dragged !== at ? dropLook[at > (dragged ?? 0) ? 'below' : 'above'] : ''}
        >
          {editing?.at === at ? (
            editing.form
          ) : (
            <Step
              at={at}
              last={last}
              card={cards[at]}
              isSelected={selected === at}
              onSelect={() => onSelect(at)}
              onKey={(event) => onKey(event, at)}
              onEdit={() => onEdit(at)}
              onMove={(to) => move(at, to)}
              onRemove={() => remove(at)}
              isLeftOut={action.disabled ?? false}
              onLeaveOut={(disabled) => edit({ edit: 'disable', at: [at], disabled })}
            />
          )}
        </li>
      ))}
    </ol>
  )
}

const dropLook = {
  above: 'rounded-t-lg shadow-[0_-3px_0_var(--focus)]',
  below: 'rounded-b-lg shadow-[0_3px_0_var(--focus)]',
} as const

interface Moves {
  readonly at: number
  readonly last: number
  readonly select: (at: number) => void
  readonly move: (from: number, to: number) => void
  readonly remove: (at: number) => void
}

const keys: Readonly<Record<string, ((moves: Moves) => void) | undefined>> = {
  ArrowUp: ({ at, select }) => select(at - 1),
  ArrowDown: ({ at, select }) => select(at + 1),
  Home: ({ select }) => select(0),
  End: ({ last, select }) => select(last),
  'Alt+ArrowUp': ({ at, move }) => move(at, at - 1),
  'Alt+ArrowDown': ({ at, move }) => move(at, at + 1),
  Delete: ({ at, remove }) => remove(at),
}

interface StepProps {
  readonly at: number
  readonly last: number
  readonly card: StepCard | undefined
  readonly isSelected: boolean
  readonly onSelect: () => void
  readonly onKey: (event: KeyboardEvent) => void
  readonly onEdit: () => void
  readonly onMove: (to: number) => void
  readonly onRemove: () => void
  readonly isLeftOut: boolean
  readonly onLeaveOut: (leftOut: boolean) => void
}

function Step(props: StepProps) {
  const { at, last, card, isSelected, onSelect, onKey, onEdit, onMove, onRemove, isLeftOut, onLeaveOut } =
    props
  return (
    <article
      className={`panel relative px-3 py-2.5 ${isLeftOut ? 'border-dashed! ' : ''}${isSelected ? 'border-focus! ring-1 ring-focus' : 'hover:border-edge'}`}
    >
      <div className="flex flex-wrap items-start gap-x-3 gap-y-1.5">
        <span aria-hidden="true" className="w-5 shrink-0 font-bold text-muted">
          {at + 1}
        </span>
        <div className="min-w-0 flex-1 basis-52">
          <button
            type="button"
            data-title
            aria-current={isSelected ? 'step' : undefined}
            onClick={onSelect}
            onKeyDown={onKey}
            className="block cursor-default text-left font-semibold [&_b]:font-semibold [&_code]:font-sans [&_code]:text-sm after:absolute after:inset-0 after:rounded-lg focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-offset-2 focus-visible:after:outline-focus"
          >
            <span className="sr-only">Step {at + 1}: </span>
            {card ? <Say sentence={card.title} links={false} /> : '…'}
          </button>
          {card && (
            <p className="mt-0.5 text-xs text-muted">
              <Say sentence={card.says} links={false} />
            </p>
          )}
        </div>
        {card && (
          <span className="ml-auto flex flex-wrap justify-end gap-1.5">
            {card.differs.includes('gates-disagree') && <GatesChip />}
            {card.nova && <VerdictChip book="Nova" answer={card.nova} />}
            {card.host && <VerdictChip book="host" answer={card.host} />}
          </span>
        )}
      </div>
      {isSelected && (
        <div className="relative z-1 -mx-1.5 mt-2 flex flex-wrap gap-x-1 sm:pl-6">
          <Button look="quiet" onPress={onEdit}>
            Edit
          </Button>
          <Button look="quiet" isDisabled={at === 0} onPress={() => onMove(at - 1)}>
            Move up
          </Button>
          <Button look="quiet" isDisabled={at === last} onPress={() => onMove(at + 1)}>
            Move down
          </Button>
          <Button look="quiet" onPress={() => onLeaveOut(!isLeftOut)}>
            {isLeftOut ? 'Take in' : 'Leave out'}
          </Button>
          <Button look="quiet" onPress={onRemove}>
            Remove
          </Button>
        </div>
      )}
    </article>
  )
}
