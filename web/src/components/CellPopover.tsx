import type { ReactNode } from 'react'
import { Dialog, Popover } from 'react-aria-components'

interface CellPopoverProps {
  /** What it opens at. */
  readonly element: HTMLElement
  readonly label: string
  readonly onClose: () => void
  readonly children: ReactNode
}

/** What a cell of a grid opens into. Escape closes it, and the cell has the focus again. */
export const CellPopover = ({ element, label, onClose, children }: CellPopoverProps) => (
  <Popover
    isOpen
    onOpenChange={(open) => !open && onClose()}
    triggerRef={{ current: element }}
    placement="bottom start"
    className="max-w-[min(40rem,calc(100vw-2rem))] overflow-auto rounded-lg border border-edge bg-panel px-4 py-3 shadow-lg"
  >
    <Dialog aria-label={label} className="flex flex-col gap-2 outline-none">
      {children}
    </Dialog>
  </Popover>
)
