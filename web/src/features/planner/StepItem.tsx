import type { KeyboardEvent, MouseEvent } from 'react'
import { Button } from '../../components/Button.tsx'
import { Say } from '../../components/Say.tsx'
import { GatesChip, VerdictChip } from '../../components/Verdict.tsx'
import type { StepCard } from './view-model.ts'

interface StepItemProps {
  readonly at: number
  readonly last: number
  readonly card: StepCard | undefined
  readonly isSelected: boolean
  readonly isLeftOut: boolean
  /** Undefined where nothing is marked. */
  readonly mark: { readonly isOn: boolean; readonly turn: () => void } | undefined
  readonly onPress: (event: MouseEvent) => void
  readonly onKey: (event: KeyboardEvent) => void
  readonly onEdit: () => void
  readonly onMoveUp: () => void
  readonly onMoveDown: () => void
  readonly onInsert: () => void
  readonly onLeaveOut: (leftOut: boolean) => void
  readonly onRemove: () => void
}

/** A step: what is asked, what came of it, what both books say; what can be done to it where it is selected. */
export function StepItem(props: StepItemProps) {
  const { at, card, isSelected, isLeftOut, mark, onPress, onKey } = props
  const edge = isSelected ? 'border-focus! ring-1 ring-focus' : 'hover:border-edge'
  return (
    <article
      className={`panel relative px-3 py-2.5 ${isLeftOut ? 'border-dashed! ' : ''}${mark?.isOn ? 'bg-soft! ' : ''}${edge}`}
    >
      <div className="flex flex-wrap items-start gap-x-3 gap-y-1.5">
        {mark ? (
          <input
            type="checkbox"
            checked={mark.isOn}
            onChange={mark.turn}
            aria-label={`Mark step ${at + 1}`}
            className="relative z-1 mt-1 size-5 shrink-0 accent-claimed"
          />
        ) : (
          <span
            aria-hidden="true"
            data-handle
            className="relative z-1 -my-1 w-5 shrink-0 cursor-grab touch-none py-1 font-bold text-muted"
          >
            {at + 1}
          </span>
        )}
        <div className="min-w-0 flex-1 basis-52">
          <button
            type="button"
            data-title
            aria-current={isSelected ? 'step' : undefined}
            onClick={onPress}
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
      {isSelected && !mark && <StepButtons {...props} />}
    </article>
  )
}

function StepButtons(props: StepItemProps) {
  const { at, last, isLeftOut, onEdit, onMoveUp, onMoveDown, onInsert, onLeaveOut, onRemove } = props
  return (
    <div data-controls className="relative z-1 -mx-1.5 mt-2 flex flex-wrap gap-x-1 sm:pl-6">
      <Button look="quiet" onPress={onEdit}>
        Edit
      </Button>
      <Button look="quiet" isDisabled={at === 0} onPress={onMoveUp}>
        Move up
      </Button>
      <Button look="quiet" isDisabled={at === last} onPress={onMoveDown}>
        Move down
      </Button>
      <Button look="quiet" onPress={onInsert}>
        Insert before
      </Button>
      <Button look="quiet" onPress={() => onLeaveOut(!isLeftOut)}>
        {isLeftOut ? 'Take in' : 'Leave out'}
      </Button>
      <Button look="quiet" onPress={onRemove}>
        Remove
      </Button>
    </div>
  )
}
