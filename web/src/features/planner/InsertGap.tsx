import { Button } from 'react-aria-components'
import { StepMenu } from './StepMenu.tsx'
import type { Formed } from './typed-step.ts'

interface InsertGapProps {
  /** The place of the step below it. */
  readonly at: number
  /** What is dragged would fall here. */
  readonly isTarget: boolean
  readonly isOpen: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly onInsert: (what: Formed) => void
}

/** Between two steps: a press puts a new one there. By key it is Insert on the step below, or its button. */
export const InsertGap = ({ at, isTarget, isOpen, onOpenChange, onInsert }: InsertGapProps) => (
  <div className="group/gap relative h-3">
    {isTarget && <span className="absolute inset-x-0 top-1 h-1 rounded-full bg-focus" />}
    <StepMenu onAdd={onInsert} placement="bottom start" isOpen={isOpen} onOpenChange={onOpenChange}>
      <Button
        data-controls
        excludeFromTabOrder
        aria-label={`Insert a step before step ${at + 1}`}
        className="absolute -inset-y-1.5 left-3 z-2 cursor-default px-1 text-xs font-semibold text-muted opacity-0 group-hover/gap:opacity-100 hover:text-ink focus-visible:opacity-100 aria-expanded:opacity-100 pointer-coarse:opacity-100"
      >
        <span aria-hidden="true" className="rounded border border-edge bg-panel px-1.5 py-px">
          + step
        </span>
      </Button>
    </StepMenu>
  </div>
)
