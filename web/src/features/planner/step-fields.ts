import { type Action, inMiB, KiB, MiB, type Plan, readPlan, writePlan } from '@headroom/shared'

/** What a field takes; its value is text, and empty where nothing was given. */
export type FieldKind = 'guest' | 'host' | 'flavor' | 'release' | 'text' | 'whole' | 'ratio' | 'MiB' | 'words'

export interface Field {
  /** The action's member on the wire. */
  readonly name: string
  readonly label: string
  readonly kind: FieldKind | { readonly choices: readonly string[] }
  readonly hint?: string
  /** Left out of the action where it is empty. */
  readonly optional?: true
}

const guest: Field = { name: 'guest', label: 'Guest', kind: 'guest' }
const host: Field = { name: 'host', label: 'Host', kind: 'host' }
const anyHost: Field = { ...host, optional: true, hint: 'Empty is every one.' }
const image: Field = {
  name: 'image',
  label: 'Image properties',
  kind: 'words',
  optional: true,
  hint: 'name=value, one a line; empty is its own image.',
}
const ratio = (name: string): Field => ({
  name,
  label: `${name}_allocation_ratio`,
  kind: 'ratio',
  optional: true,
  hint: 'Empty stays as it is.',
})
const cpuSet = (name: string): Field => ({
  name,
  label: name,
  kind: 'text',
  optional: true,
  hint: 'As in nova.conf: 2-15,18-31; empty is not set.',
})

/** Steps whose form is a row of plain fields: a new one is a line here. */
export const plainForms = {
  'power-off': [guest],
  'power-on': [guest],
  evacuate: [
    guest,
    { name: 'to', label: 'Destination', kind: 'host', optional: true, hint: 'Empty leaves it to Nova.' },
  ],
  shelve: [guest],
  'shelve-offload': [guest],
  unshelve: [guest],
  rebuild: [guest, image],
  'lose-host': [host],
  'add-host': [
    { name: 'id', label: 'Name of the new host', kind: 'text' },
    { name: 'like', label: 'Like', kind: 'host' },
  ],
  'set-service': [
    host,
    { name: 'state', label: 'State', kind: { choices: ['enabled', 'disabled', 'up', 'down'] } },
  ],
  'set-allocation-ratios': [anyHost, ratio('cpu'), ratio('ram'), ratio('disk')],
  'set-reserved-host-memory': [host, { name: 'memory_kib', label: 'Memory, MiB', kind: 'MiB' }],
  'set-reserved-host-cpus': [host, { name: 'cpus', label: 'CPUs', kind: 'whole' }],
  'set-cpu-sets': [host, cpuSet('vcpu_pin_set'), cpuSet('cpu_shared_set'), cpuSet('cpu_dedicated_set')],
  'set-packing': [
    host,
    { name: 'packing', label: 'Fill NUMA cells', kind: { choices: ['true', 'false'] }, optional: true },
  ],
  'upgrade-scheduler': [{ name: 'release', label: 'Release', kind: 'release' }],
  'upgrade-compute': [anyHost, { name: 'release', label: 'Release', kind: 'release' }],
} as const satisfies { readonly [Do in Action['do']]?: readonly Field[] }

export type PlainDo = keyof typeof plainForms
export type Values = Readonly<Record<string, string>>

export const isPlain = (what: Action['do']): what is PlainDo => what in plainForms

export const fieldsOf = (what: PlainDo): readonly Field[] => plainForms[what]

/** A member of the action on the wire, of what was typed. */
function given({ kind }: Field, text: string): unknown {
  if (kind === 'whole' || kind === 'ratio') return Number(text)
  if (kind === 'MiB') return MiB(Number(text))
  if (kind === 'words') {
    return Object.fromEntries(
      text.split('\n').flatMap((line) => {
        const at = line.indexOf('=')
        return at > 0 ? [[line.slice(0, at).trim(), line.slice(at + 1).trim()]] : []
      }),
    )
  }
  if (typeof kind === 'object' && kind.choices.includes('true')) return text === 'true'
  return text.trim()
}

function textOf({ kind }: Field, value: unknown): string {
  if (value === undefined || value === null) return ''
  if (kind === 'MiB') return `${inMiB(KiB(Number(value)))}`
  if (kind !== 'words') return `${value}`
  return Object.entries(value)
    .map(([name, is]) => `${name}=${is}`)
    .join('\n')
}

type Wire = Readonly<Record<string, unknown>>

/** An action as a link holds it. */
function wireOf(action: Action): Wire {
  const plan: Plan = { version: 1, snapshot: undefined, release: undefined, actions: [action] }
  return (writePlan(plan) as { readonly actions: readonly Wire[] }).actions[0] ?? {}
}

/**
 * The action that fields ask for, or what is missing by the name of the field: the plan's own reader says so. What `from` has
 * and no field shows, or a field shows as it was, stays as it came.
 */
export function readFields(
  what: PlainDo,
  values: Values,
  from?: Action,
): { readonly action: Action } | { readonly faults: Readonly<Record<string, string>> } {
  const before = from ? wireOf(from) : {}
  const fields = fieldsOf(what)
  const textIn = ({ name }: Field) => (values[name] ?? '').trim()
  const missing = fields.filter((field) => !field.optional && textIn(field) === '')
  if (missing.length > 0) {
    return { faults: Object.fromEntries(missing.map(({ name, label }) => [name, `Say: ${label}.`])) }
  }
  const members = fields.map((field) => {
    const asBefore = textIn(field) === textOf(field, before[field.name])
    const value = textIn(field) === '' ? undefined : given(field, textIn(field))
    return [field.name, asBefore ? before[field.name] : value] as const
  })
  const { facts, problems } = readPlan({
    headroom_plan: 1,
    actions: [{ ...before, do: what, ...Object.fromEntries(members) }],
  })
  const [read] = facts?.actions ?? []
  if (read) return { action: read }
  return {
    faults: Object.fromEntries(
      problems.map(({ at, expected }) => [at.path?.split('.').at(-1) ?? '', `Expected: ${expected}.`]),
    ),
  }
}

/** The fields that an action was read from. */
export function valuesOf(what: PlainDo, action: Action): Values {
  const written = wireOf(action)
  return Object.fromEntries(fieldsOf(what).map((field) => [field.name, textOf(field, written[field.name])]))
}
