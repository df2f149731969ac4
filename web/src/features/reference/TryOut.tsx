import { useState } from 'react'
import { Form } from 'react-aria-components'
import { Button } from '../../components/Button.tsx'
import { TextInput } from '../../components/Fields.tsx'
import { addressOf, type OperationView } from './view-model.ts'

interface Answer {
  readonly status: string
  readonly text: string
}

/** Characters of an answer that are shown. */
const shown = 20_000

async function ask(address: string): Promise<Answer> {
  const response = await fetch(address)
  const type = response.headers.get('content-type') ?? ''
  const text = await response.text()
  return {
    status: [response.status, response.statusText, type].filter(Boolean).join(' '),
    text: /json/.test(type) ? JSON.stringify(JSON.parse(text), undefined, 2) : text,
  }
}

/** A form for what a route reads: its parameters, and what it answers. */
export function TryOut({ operation }: { readonly operation: OperationView }) {
  const [values, setValues] = useState<Readonly<Record<string, string>>>({})
  const [answer, setAnswer] = useState<Answer>()
  const fields = operation.parameters.filter(({ in: where }) => where !== 'header')
  const send = () =>
    void ask(addressOf(operation, values)).then(setAnswer, (error: unknown) =>
      setAnswer({ status: 'No answer', text: error instanceof Error ? error.message : String(error) }),
    )
  return (
    <Form
      aria-label={`Try ${operation.path}`}
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <div className="flex flex-wrap items-end gap-2">
        {fields.map(({ name }) => (
          <TextInput
            key={name}
            name={name}
            label={name}
            value={values[name] ?? ''}
            onChange={(value) => setValues({ ...values, [name]: value })}
          />
        ))}
        <Button type="submit">Try it</Button>
      </div>
      {answer && (
        <section aria-label={`Answer of ${operation.path}`} className="text-xs">
          <p role="status" className="font-semibold">
            {answer.status}
          </p>
          <pre className="mt-1 rounded-lg bg-soft px-3 py-2 font-mono break-all whitespace-pre-wrap">
            {answer.text.slice(0, shown)}
            {answer.text.length > shown && '\n…'}
          </pre>
        </section>
      )}
    </Form>
  )
}
