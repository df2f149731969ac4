import type { Action } from '@headroom/shared'
import { Button } from '../../components/Button.tsx'
import { type Marks, markAll, noMarks } from './marks.ts'

interface MarkedBarProps {
  readonly marks: Marks
  readonly actions: readonly Action[]
  readonly onMarks: (marks: Marks) => void
  readonly onMoveUp: () => void
  readonly onMoveDown: () => void
  readonly onDuplicate: () => void
  readonly onLeaveOut: (leftOut: boolean) => void
  readonly onRemove: () => void
}

/** What is done to several steps at once; one undo takes it back. */
export function MarkedBar(props: MarkedBarProps) {
  const { marks, actions, onMarks, onMoveUp, onMoveDown, onDuplicate, onLeaveOut, onRemove } = props
  const count = marks.at.length
  const none = count === 0
  if (!marks.isOn) return null
  const areLeftOut = !none && marks.at.every((at) => actions[at]?.disabled)
  return (
    <div
      role="toolbar"
      aria-label="Marked steps"
      className="panel sticky top-2 z-3 mb-3 flex flex-wrap items-center gap-x-1 gap-y-1 px-2 py-1.5"
    >
      <span role="status" className="px-2 text-xs text-muted">
        {count} of {actions.length} marked
      </span>
      <Button
        look="quiet"
        isDisabled={count === actions.length}
        onPress={() => onMarks(markAll(actions.length))}
      >
        All
      </Button>
      <Button look="quiet" isDisabled={none || marks.at[0] === 0} onPress={onMoveUp}>
        Move up
      </Button>
      <Button look="quiet" isDisabled={none || marks.at.at(-1) === actions.length - 1} onPress={onMoveDown}>
        Move down
      </Button>
      <Button look="quiet" isDisabled={none} onPress={onDuplicate}>
        Duplicate
      </Button>
      <Button look="quiet" isDisabled={none} onPress={() => onLeaveOut(!areLeftOut)}>
        {areLeftOut ? 'Take in' : 'Leave out'}
      </Button>
      <Button look="quiet" isDisabled={none} onPress={onRemove}>
        Remove
      </Button>
      <span className="ml-auto">
        <Button look="quiet" onPress={() => onMarks(noMarks)}>
          Done
        </Button>
      </span>
    </div>
  )
}
