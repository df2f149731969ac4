import { PlanV1, readPlan } from '@headroom/shared'
import { scenarios } from '@headroom/shared/scenarios'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { z } from 'zod'
import { DeskProvider } from '../../api/desk.tsx'
import { createDesk } from '../../worker/desk.ts'
import { StepForm } from './StepForm.tsx'
import { formed } from './step-names.ts'
import { readStep, typedStep } from './typed-step.ts'

afterEach(cleanup)

/** As much of JSON Schema as the plan's has. */
interface Schema {
  readonly type?: string
  readonly enum?: readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema & { readonly oneOf?: readonly Schema[] }
}

const actions = ((z.toJSONSchema(PlanV1, { io: 'input' }) as Schema).properties?.actions?.items?.oneOf ??
  []) as readonly Required<Schema>[]
const doOf = ({ properties }: Required<Schema>): string => properties.do?.enum?.[0] ?? ''

const names: Readonly<Record<string, string>> = {
  host: 'compute-07',
  to: 'compute-08',
  flavor: 'm1.small',
  release: 'zed',
}

/** A value of a schema, as full as it can be. */
function example(name: string, schema: Schema): unknown {
  if (schema.enum) return schema.enum[0]
  switch (schema.type) {
    case 'boolean':
      return true
    case 'integer':
    case 'number':
      return name === 'node' ? 0 : name === 'size_kib' ? 2048 : 1024
    case 'array':
      return [example(name, schema.items ?? {})]
    case 'object':
      return schema.properties
        ? Object.fromEntries(Object.entries(schema.properties).map(([key, one]) => [key, example(key, one)]))
        : { hw_numa_nodes: '2' }
    default:
      return names[name] ?? 'some'
  }
}

function fullAction(schema: Required<Schema>) {
  const wire = { ...(example('', schema) as object), disabled: undefined }
  const { facts, problems } = readPlan({ headroom_plan: 1, actions: [wire] })
  const [action] = facts?.actions ?? []
  if (!action) throw new Error(JSON.stringify(problems))
  return action
}

/** Members whose control goes by another name: a pool is chosen whole, its pages are counted pool by pool. */
const controls: Readonly<Record<string, string>> = {
  node: 'cell',
  size_kib: 'cell',
  reserved: '0 2048',
  pools: '0 2048',
}

const desk = createDesk({
  scenarios,
  fetchSnapshot: async () => undefined,
  storeSnapshot: async () => '',
})

test('the schema of plans has actions to walk', () => {
  expect(actions.length).toBeGreaterThan(25)
})

test.each(actions.map((schema) => [doOf(schema), schema] as const))(
  '%s can be added, and its form has a control for every member',
  async (what, schema) => {
    expect(formed.flatMap(({ steps }) => steps)).toContain(what)
    const action = fullAction(schema)
    const { container } = render(
      <QueryClientProvider client={new QueryClient()}>
        <DeskProvider value={desk}>
          <StepForm
            title={what}
            start={typedStep(action)}
            cloud={{ snapshot: 'pages-nobody-told-nova-about', release: 'liberty' }}
            after={{ actions: [] }}
            save="Save"
            onSave={() => {}}
            onCancel={() => {}}
          />
        </DeskProvider>
      </QueryClientProvider>,
    )
    const members = Object.keys(schema.properties).filter((name) => name !== 'do' && name !== 'disabled')
    await waitFor(() => {
      const there = [...container.querySelectorAll('[name]')].map((one) => one.getAttribute('name'))
      expect(there).toEqual(expect.arrayContaining(members.map((name) => controls[name] ?? name)))
    })
  },
)

test.each(actions.map((schema) => [doOf(schema), schema] as const))(
  '%s with every member given is the same after its form',
  (_, schema) => {
    const action = fullAction(schema)
    expect(readStep(typedStep(action))).toEqual({ action, faults: undefined })
  },
)
