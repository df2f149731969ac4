import {
  type Action,
  type ImageProps,
  inMiB,
  KiB,
  MiB,
  type Plan,
  readPlan,
  writePlan,
} from '@headroom/shared'

/** What a field takes; its value is text, and empty where nothing was given. */
export type FieldKind =
  | 'guest'
  | 'host'
  | 'flavor'
  | 'release'
  | 'zone'
  | 'group'
  | 'text'
  | 'whole'
  | 'ratio'
  | 'MiB'
  /** `name=value`, one a line. */
  | 'words'
  /** One a line. */
  | 'list'
  /** Given where it is checked. */
  | 'flag'

/** One of the words that a field takes. */
interface Choice {
  readonly id: string
  readonly name: string
}

export interface Field {
  /** The action's member on the wire. */
  readonly name: string
  readonly label: string
  readonly kind: FieldKind | { readonly choices: readonly Choice[] }
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
const flavor: Field = { name: 'flavor', label: 'Flavor', kind: 'flavor' }
const anyDestination: Field = {
  name: 'to',
  label: 'Destination',
  kind: 'host',
  optional: true,
  hint: 'Empty leaves it to Nova.',
}
/** What the compute API of a microversion takes for a move to a named host. */
const forcedMove: readonly Field[] = [
  {
    name: 'microversion',
    label: 'Microversion',
    kind: 'text',
    optional: true,
    hint: 'As 2.30; empty is the newest of the release.',
  },
  {
    name: 'force',
    label: 'Force the host',
    kind: 'flag',
    optional: true,
    hint: 'Microversions up to 2.67: filters are not asked.',
  },
]
/** Where boots are kept to, and with whom. */
export const bootPlaces: readonly Field[] = [
  { name: 'zone', label: 'Availability zone', kind: 'zone', optional: true },
  { name: 'server_group', label: 'Server group', kind: 'group', optional: true },
]
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

const words = (...all: readonly string[]): readonly Choice[] => all.map((id) => ({ id, name: id }))

/** Steps whose form is a row of plain fields: a new one is a line here. */
export const plainForms = {
  'power-off': [guest],
  'power-on': [guest],
  'live-migrate': [guest, anyDestination, ...forcedMove],
  'cold-migrate': [guest, anyDestination],
  resize: [guest, flavor],
  confirm: [guest],
  revert: [guest],
  delete: [guest],
  evacuate: [guest, anyDestination, ...forcedMove],
  shelve: [
    guest,
    {
      name: 'keep',
      label: 'Keep it on its host',
      kind: 'flag',
      optional: true,
      hint: 'shelved_offload_time is other than 0.',
    },
  ],
  'shelve-offload': [guest],
  unshelve: [
    guest,
    anyDestination,
    { name: 'zone', label: 'Availability zone', kind: 'zone', optional: true },
    {
      name: 'unpin',
      label: 'Keep it to no zone',
      kind: 'flag',
      optional: true,
      hint: 'Microversion 2.91, as is a destination.',
    },
  ],
  rebuild: [guest, image],
  'lose-host': [host],
  'add-host': [
    { name: 'id', label: 'Name of the new host', kind: 'text' },
    { name: 'like', label: 'Like', kind: 'host' },
  ],
  'set-service': [
    host,
    { name: 'state', label: 'State', kind: { choices: words('enabled', 'disabled', 'up', 'down') } },
  ],
  'set-allocation-ratios': [anyHost, ratio('cpu'), ratio('ram'), ratio('disk')],
  'set-reserved-host-memory': [host, { name: 'memory_kib', label: 'Memory, MiB', kind: 'MiB' }],
  'set-reserved-host-cpus': [host, { name: 'cpus', label: 'CPUs', kind: 'whole' }],
  'set-cpu-sets': [host, cpuSet('vcpu_pin_set'), cpuSet('cpu_shared_set'), cpuSet('cpu_dedicated_set')],
  'set-packing': [
    host,
    {
      name: 'packing',
      label: 'packing_host_numa_cells_allocation_strategy',
      kind: {
        choices: [
          { id: 'true', name: 'true: the fullest cell first' },
          { id: 'false', name: 'false: the emptiest first' },
        ],
      },
      optional: true,
      hint: 'Empty is the release’s default.',
    },
  ],
  'set-enabled-filters': [
    {
      name: 'filters',
      label: 'enabled_filters',
      kind: 'list',
      optional: true,
      hint: 'All of them, one a line, as Nova runs them; empty is the release’s default.',
    },
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
  if (kind === 'words') return propertiesIn(text).props
  if (kind === 'list') return linesOf(text)
  if (kind === 'flag') return text === 'true'
  if (typeof kind === 'object' && kind.choices.some(({ id }) => id === 'true')) return text === 'true'
  return text.trim()
}

/** `name=value`, one a line; `fault` where a line is none. */
export function propertiesIn(text: string): { readonly props: ImageProps; readonly fault?: string } {
  const lines = linesOf(text)
  const bad = lines.find((line) => !/^[^=]+=/.test(line))
  const props = lines.flatMap((line) => {
    const at = line.indexOf('=')
    return at > 0 ? [[line.slice(0, at).trim(), line.slice(at + 1).trim()] as const] : []
  })
  return {
    props: Object.fromEntries(props),
    ...(bad !== undefined && { fault: `“${bad}” is not name=value, as in hw_mem_page_size=large.` }),
  }
}

/** The other way round. */
export const propertyLines = (props: ImageProps): string =>
  Object.entries(props)
    .map(([name, value]) => `${name}=${value}`)
    .join('\n')

const linesOf = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

function textOf({ kind }: Field, value: unknown): string {
  if (value === undefined || value === null) return ''
  if (kind === 'flag') return value === true ? 'true' : ''
  if (kind === 'list') return (value as readonly string[]).join('\n')
  if (kind === 'MiB') return `${inMiB(KiB(Number(value)))}`
  return kind === 'words' ? propertyLines(value as ImageProps) : `${value}`
}

/** What is wrong with a field by itself. */
function faultIn({ kind, label, optional }: Field, text: string): string | undefined {
  if (text === '') return optional ? undefined : `${isChosen(kind) ? 'Choose' : 'Say'}: ${label}.`
  return kind === 'words' ? propertiesIn(text).fault : undefined
}

const isChosen = (kind: Field['kind']): boolean =>
  typeof kind === 'object' || ['guest', 'host', 'flavor', 'release'].includes(kind)

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
  const faults = fields.flatMap((field) => {
    const fault = faultIn(field, textIn(field))
    return fault === undefined ? [] : [[field.name, fault] as const]
  })
  if (faults.length > 0) return { faults: Object.fromEntries(faults) }
  const members = fields.map((field) => {
    const asBefore = textIn(field) === textOf(field, before[field.name]).trim()
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
