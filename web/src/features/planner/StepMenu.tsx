import type { ReactNode } from 'react'
import { Header, Menu, MenuItem, MenuSection, MenuTrigger, Popover } from 'react-aria-components'
import { formed, stepNames } from './step-names.ts'
import type { Formed } from './typed-step.ts'

interface StepMenuProps {
  readonly onAdd: (what: Formed) => void
  /** The button that opens it. */
  readonly children: ReactNode
  readonly placement?: 'bottom end' | 'bottom start'
  readonly isOpen?: boolean
  readonly onOpenChange?: (open: boolean) => void
}

/** Every step there is, by what it is done to. */
export const StepMenu = ({ onAdd, children, placement = 'bottom end', ...open }: StepMenuProps) => (
  <MenuTrigger {...open}>
    {children}
    <Popover
      placement={placement}
      className="overflow-y-auto rounded-lg border border-edge bg-panel p-1 shadow-lg"
    >
      <Menu className="outline-none" onAction={(key) => onAdd(key as Formed)}>
        {formed.map(({ title, steps }) => (
          <MenuSection key={title}>
            <Header className="px-2.5 pt-2 pb-0.5 text-xs text-muted">{title}</Header>
            {steps.map((id) => (
              <MenuItem
                key={id}
                id={id}
                className="cursor-default rounded-md px-2.5 py-1 text-sm outline-none data-focused:bg-soft"
              >
                {stepNames[id]}
              </MenuItem>
            ))}
          </MenuSection>
        ))}
      </Menu>
    </Popover>
  </MenuTrigger>
)
