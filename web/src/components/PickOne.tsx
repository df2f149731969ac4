import { Button, Label, ListBox, ListBoxItem, Popover, Select, SelectValue } from 'react-aria-components'

interface PickOneProps<Id extends string> {
  /** Names the choice, for everybody: it stands in the pill before the value. */
  readonly label: string
  readonly options: readonly { readonly id: Id; readonly name: string }[]
  readonly value: Id | undefined
  readonly onChange: (id: Id) => void
}

/** A long list opens at what is chosen; it has no height before its popover is placed. */
const showChosen = (list: HTMLDivElement | null) => {
  requestAnimationFrame(() =>
    list?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' }),
  )
}

/** A pill that opens into a list: one of a few. */
export const PickOne = <Id extends string>({ label, options, value, onChange }: PickOneProps<Id>) => (
  <Select
    value={value ?? null}
    onChange={(key) => onChange(key as Id)}
    className="inline-flex min-h-6.5 min-w-0 items-center rounded-full border border-edge bg-panel text-xs text-muted hover:bg-soft"
  >
    <Label className="cursor-default pl-2.5">{label}</Label>
    <Button className="inline-flex min-w-0 cursor-default items-center gap-1 self-stretch rounded-full py-0.5 pr-2.5 pl-1">
      <SelectValue className="truncate font-semibold text-ink" />
      <span aria-hidden="true">▾</span>
    </Button>
    <Popover className="flex min-w-(--trigger-width) rounded-lg border border-edge bg-panel shadow-lg">
      <ListBox
        ref={showChosen}
        items={options}
        className="max-h-[inherit] flex-1 overflow-auto p-1 outline-none"
      >
        {({ id, name }) => (
          <ListBoxItem
            id={id}
            textValue={name}
            className="cursor-default rounded-md px-2.5 py-1.5 text-sm outline-none data-focused:bg-soft data-selected:font-semibold"
          >
            {name}
          </ListBoxItem>
        )}
      </ListBox>
    </Popover>
  </Select>
)
