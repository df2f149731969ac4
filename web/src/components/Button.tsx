import type { ComponentProps } from 'react'
import { Button as AriaButton } from 'react-aria-components'

const looks = {
  plain: 'border-edge bg-panel text-ink hover:bg-soft',
  strong: 'border-transparent bg-claimed text-on-claimed hover:brightness-110',
  quiet: 'border-transparent bg-transparent text-muted hover:bg-soft hover:text-ink',
} as const

/** The look of a button, for a link that stands where buttons stand. */
export const buttonClass = (look: keyof typeof looks = 'plain') =>
  `inline-flex min-h-8 items-center justify-center gap-1.5 rounded-lg border px-3 py-1 text-sm font-semibold whitespace-nowrap cursor-default disabled:opacity-50 ${looks[look]}`

interface ButtonProps extends Omit<ComponentProps<typeof AriaButton>, 'className'> {
  readonly look?: keyof typeof looks
}

export const Button = ({ look = 'plain', ...props }: ButtonProps) => (
  <AriaButton {...props} className={buttonClass(look)} />
)
