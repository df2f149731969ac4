import { ToggleButton, ToggleButtonGroup } from 'react-aria-components'
import { chooseTheme, type Theme, useTheme } from './theme.ts'

const themes: readonly { readonly id: Theme; readonly name: string }[] = [
  { id: 'system', name: 'Auto' },
  { id: 'light', name: 'Light' },
  { id: 'dark', name: 'Dark' },
]

export function ThemeSwitch() {
  const theme = useTheme()
  return (
    <ToggleButtonGroup
      aria-label="Colours"
      disallowEmptySelection
      selectedKeys={[theme]}
      onSelectionChange={(keys) => {
        const chosen = themes.find(({ id }) => keys.has(id))
        if (chosen) chooseTheme(chosen.id)
      }}
      className="inline-flex rounded-lg border border-line p-0.5"
    >
      {themes.map(({ id, name }) => (
        <ToggleButton
          key={id}
          id={id}
          className="rounded-md px-2 py-0.5 text-xs text-muted cursor-default data-selected:bg-soft data-selected:font-semibold data-selected:text-ink"
        >
          {name}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  )
}
