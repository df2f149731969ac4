import type { Action } from '@headroom/shared'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Form } from 'react-aria-components'
import { Button } from '../../components/Button.tsx'
import type { Where } from './PlainField.tsx'
import { Fields } from './StepFields.tsx'
import { type Faults, readStep, type TypedStep } from './typed-step.ts'

interface StepFormProps extends Where {
  readonly title: string
  readonly start: TypedStep
  readonly save: string
  readonly onSave: (action: Action) => void
  readonly onCancel: () => void
}

export function StepForm({ title, start, cloud, after, save, onSave, onCancel }: StepFormProps) {
  const [typed, setTyped] = useState(start)
  const [faults, setFaults] = useState<Faults>({})
  const form = useFormKeys(onCancel)
  const submit = () => {
    const read = readStep(typed)
    if (read.action) onSave(read.action)
    else setFaults(read.faults)
  }

  return (
    <Form
      aria-label={title}
      validationErrors={faults}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
      ref={form}
      className="panel flex flex-col gap-3 border-focus! px-4 py-3"
    >
      <h2 className="font-semibold">{title}</h2>
      <Fields typed={typed} onChange={setTyped} cloud={cloud} after={after} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="strong">
          {save}
        </Button>
        <Button onPress={onCancel}>Cancel</Button>
      </div>
    </Form>
  )
}

/** The first field has the focus as the form opens; Escape leaves it, but where it closes a list. */
function useFormKeys(onEscape: () => void): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null)
  const leave = useEffectEvent(onEscape)
  useEffect(() => {
    const element = form.current
    if (!element) return
    const fields = [...element.querySelectorAll<HTMLElement>('input, textarea, button')]
    fields.find((field) => !field.closest('[aria-hidden="true"]'))?.focus()
    const onKey = (event: KeyboardEvent) => {
      const list = event.target instanceof Element && event.target.closest('[aria-expanded="true"]')
      if (event.key === 'Escape' && !list) leave()
    }
    element.addEventListener('keydown', onKey)
    return () => element.removeEventListener('keydown', onKey)
  }, [])
  return form
}
