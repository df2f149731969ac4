import type { Action } from '@headroom/shared'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ComboBox, Input, Label, ListBox, ListBoxItem, Popover, Button as Press } from 'react-aria-components'
import { useDesk } from '../api/desk.tsx'
import { findQuery } from '../api/queries.ts'
import type { CloudAsk } from '../worker/desk.ts'
import type { FindWhat } from '../worker/find.ts'
import { Fault, Hint, inputLook, labelLook, listLook, optionLook } from './Fields.tsx'

interface PickNamedProps {
  readonly name: string
  readonly label: string
  readonly hint?: string
  readonly what: FindWhat
  /** Where to look: the cloud as it is after these actions. */
  readonly cloud: CloudAsk
  readonly after: { readonly actions: readonly Action[] }
  readonly value: string
  readonly onChange: (id: string) => void
}

/**
 * A host or a guest, found as its name is typed; a large cloud never crosses whole. What is typed and not chosen stands
 * for itself: the plan then says whether there is such a name.
 */
export function PickNamed({ name, label, hint, what, cloud, after, value, onChange }: PickNamedProps) {
  const desk = useDesk()
  const [typed, setTyped] = useState<string>()
  const [searched, setSearched] = useState('')
  const { data } = useQuery({
    ...findQuery(desk, cloud, after, what, searched),
    placeholderData: keepPreviousData,
  })
  const { data: known } = useQuery({ ...findQuery(desk, cloud, after, what, value), enabled: value !== '' })
  const { named, more } = data ?? { named: [], more: 0 }
  const chosen = [...named, ...(known?.named ?? [])].find(({ id }) => id === value)

  return (
    <ComboBox
      name={name}
      items={named}
      inputValue={typed ?? chosen?.name ?? value}
      onInputChange={(text) => {
        if (text === chosen?.name) return setTyped(undefined)
        setTyped(text)
        setSearched(text)
        onChange(text.trim())
      }}
      onOpenChange={(open) => open && setSearched('')}
      selectedKey={chosen?.id ?? null}
      onSelectionChange={(key) => {
        if (key === null) return
        onChange(String(key))
        setTyped(undefined)
      }}
      defaultFilter={() => true}
      allowsCustomValue
      allowsEmptyCollection
      menuTrigger="input"
      className="flex min-w-0 flex-col gap-1"
    >
      <Label className={labelLook}>{label}</Label>
      <div className="relative">
        <Input className={`${inputLook} pr-8`} spellCheck="false" />
        <Press className="absolute inset-y-0 right-0 w-8 cursor-default text-muted">
          <span aria-hidden="true">▾</span>
        </Press>
      </div>
      <Hint>{hint}</Hint>
      <Fault />
      <Popover className={`max-h-[40vh] ${listLook}`}>
        <ListBox<(typeof named)[number]>
          renderEmptyState={() => (
            <p className="px-2.5 py-1.5 text-xs text-muted">No {what} of this cloud has such a name.</p>
          )}
        >
          {({ id, name, note }) => (
            <ListBoxItem id={id} textValue={name} className={optionLook}>
              {name}
              {note && <span className="text-xs text-muted"> {note}</span>}
            </ListBoxItem>
          )}
        </ListBox>
        {more > 0 && <p className="px-2.5 py-1.5 text-xs text-muted">{more} more; type to find them.</p>}
      </Popover>
    </ComboBox>
  )
}

export const PickHost = (props: Omit<PickNamedProps, 'label' | 'what'>) => (
  <PickNamed label="Host" what="host" {...props} />
)
