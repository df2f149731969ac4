import type { ReactNode } from 'react'
import {
  Checkbox,
  FieldError,
  Group,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  NumberField,
  Popover,
  Button as Press,
  Radio,
  RadioGroup,
  Select,
  SelectValue,
  Text,
  TextArea,
  TextField,
} from 'react-aria-components'

export const inputLook =
  'w-full min-w-0 rounded-lg border border-edge bg-panel px-2.5 py-1.5 text-sm placeholder:text-muted data-invalid:border-bad'
export const labelLook = 'block text-xs font-semibold'
export const optionLook =
  'cursor-default rounded-md px-2.5 py-1.5 text-sm outline-none data-focused:bg-soft data-selected:font-semibold'
export const listLook =
  'min-w-(--trigger-width) overflow-auto rounded-lg border border-edge bg-panel p-1 shadow-lg'
const fieldLook = 'flex min-w-0 flex-col gap-1'

export const Fault = () => <FieldError className="text-xs text-bad" />

interface Common {
  /** What the form's faults call it. */
  readonly name: string
  readonly label: string
  readonly hint?: ReactNode
}

export const Hint = ({ children }: { readonly children: ReactNode }) =>
  children ? (
    <Text slot="description" className="text-xs text-muted">
      {children}
    </Text>
  ) : null

interface TextInputProps extends Common {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly placeholder?: string
  /** More than one line. */
  readonly rows?: number
}

export const TextInput = ({ name, label, hint, value, onChange, placeholder, rows }: TextInputProps) => (
  <TextField name={name} value={value} onChange={onChange} className={fieldLook}>
    <Label className={labelLook}>{label}</Label>
    {rows === undefined ? (
      <Input placeholder={placeholder ?? ''} autoComplete="off" spellCheck="false" className={inputLook} />
    ) : (
      <TextArea
        placeholder={placeholder ?? ''}
        rows={rows}
        spellCheck="false"
        className={`${inputLook} font-mono text-xs`}
      />
    )}
    <Hint>{hint}</Hint>
    <Fault />
  </TextField>
)

interface NumberInputProps extends Common {
  /** NaN where none is given. */
  readonly value: number
  readonly onChange: (value: number) => void
  readonly least?: number
  readonly most?: number
}

const numbers = { maximumFractionDigits: 0 } as const

export const NumberInput = ({ name, label, hint, value, onChange, least = 0, most }: NumberInputProps) => (
  <NumberField
    name={name}
    value={value}
    onChange={onChange}
    minValue={least}
    {...(most !== undefined && { maxValue: most })}
    formatOptions={numbers}
    className={fieldLook}
  >
    <Label className={labelLook}>{label}</Label>
    <Group className="flex rounded-lg border border-edge bg-panel data-invalid:border-bad has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:outline-offset-2">
      <Input
        autoComplete="off"
        className="figure w-full min-w-0 rounded-lg bg-transparent px-2.5 py-1.5 text-sm outline-none"
      />
      <Step slot="decrement" sign="−" />
      <Step slot="increment" sign="+" />
    </Group>
    <Hint>{hint}</Hint>
    <Fault />
  </NumberField>
)

const Step = ({ slot, sign }: { readonly slot: 'increment' | 'decrement'; readonly sign: string }) => (
  <Press
    slot={slot}
    className="w-8 shrink-0 cursor-default border-l border-line text-muted last:rounded-r-lg hover:bg-soft hover:text-ink disabled:opacity-40"
  >
    {sign}
  </Press>
)

interface ChoiceProps<Id extends string> {
  readonly name: string
  readonly label: string
  readonly options: readonly { readonly id: Id; readonly name: string; readonly hint?: string }[]
  readonly value: Id
  readonly onChange: (id: Id) => void
}

/** One of a few that all stand there to be read. */
export const Choice = <Id extends string>({ name, label, options, value, onChange }: ChoiceProps<Id>) => (
  <RadioGroup name={name} value={value} onChange={(id) => onChange(id as Id)} className="flex flex-col gap-1">
    <Label className={labelLook}>{label}</Label>
    <div className="flex flex-wrap gap-x-4 gap-y-1.5">
      {options.map(({ id, name, hint }) => (
        <Radio key={id} value={id} className="group flex cursor-default items-baseline gap-1.5 text-sm">
          <span
            aria-hidden="true"
            className="relative top-0.5 size-3.5 shrink-0 rounded-full border border-edge bg-panel group-data-focus-visible:outline-2 group-data-focus-visible:outline-focus group-data-focus-visible:outline-offset-2 group-data-selected:border-4 group-data-selected:border-claimed"
          />
          <span>
            {name}
            {hint && <span className="text-xs text-muted"> {hint}</span>}
          </span>
        </Radio>
      ))}
    </div>
  </RadioGroup>
)

interface CheckFieldProps extends Common {
  readonly value: boolean
  readonly onChange: (on: boolean) => void
}

/** On or off. */
export const CheckField = ({ name, label, hint, value, onChange }: CheckFieldProps) => (
  <div className={fieldLook}>
    <Checkbox
      name={name}
      isSelected={value}
      onChange={onChange}
      className="group flex cursor-default items-baseline gap-2 pt-1 text-sm"
    >
      <span
        aria-hidden="true"
        className="relative top-0.5 grid size-4 shrink-0 place-items-center rounded border border-edge bg-panel text-xs text-transparent group-data-focus-visible:outline-2 group-data-focus-visible:outline-focus group-data-focus-visible:outline-offset-2 group-data-selected:border-claimed group-data-selected:bg-claimed group-data-selected:text-on-claimed"
      >
        ✓
      </span>
      <span>
        {label}
        {hint && <span className="block text-xs text-muted">{hint}</span>}
      </span>
    </Checkbox>
  </div>
)

interface PickFieldProps extends Common {
  readonly options: readonly { readonly id: string; readonly name: string; readonly note?: string }[]
  /** What stands in the list where there are none. */
  readonly none: string
  /** The choice of none, where that is one. */
  readonly empty?: string
  /** Empty for none. */
  readonly value: string
  readonly onChange: (id: string) => void
}

/** The key of the choice of none: no name has a space alone. */
const noneOf = ' '

/** One of a list that opens, in a form. */
export const PickField = ({ name, label, hint, options, none, empty, value, onChange }: PickFieldProps) => (
  <Select
    name={name}
    value={value !== '' ? value : empty === undefined ? null : noneOf}
    onChange={(key) => onChange(key === null || key === noneOf ? '' : String(key))}
    placeholder={empty ?? 'Choose…'}
    allowsEmptyCollection
    className={fieldLook}
  >
    <Label className={labelLook}>{label}</Label>
    <Press className={`${inputLook} flex cursor-default items-center justify-between gap-2 text-left`}>
      <SelectValue className="min-w-0 truncate data-placeholder:text-muted">
        {({ selectedText, defaultChildren }) => selectedText || defaultChildren}
      </SelectValue>
      <span aria-hidden="true" className="text-muted">
        ▾
      </span>
    </Press>
    <Hint>{hint}</Hint>
    <Fault />
    <Popover className={`max-h-[60vh] ${listLook}`}>
      <ListBox
        items={
          empty === undefined || options.length === 0 ? options : [{ id: noneOf, name: empty }, ...options]
        }
        renderEmptyState={() => <p className="px-2.5 py-1.5 text-xs text-muted">{none}</p>}
      >
        {({ id, name, note }) => (
          <ListBoxItem id={id} textValue={name} className={optionLook}>
            {name}
            {note && <span className="block text-xs font-normal text-muted">{note}</span>}
          </ListBoxItem>
        )}
      </ListBox>
    </Popover>
  </Select>
)
