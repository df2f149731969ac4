import { type Action, CellId, HostId, PageSize, Pages, type ReservedPages } from '@headroom/shared'
import {
  type PlainDo,
  propertiesIn,
  propertyLines,
  readFields,
  type Values,
  valuesOf,
} from './step-fields.ts'

/** A step's form as it stands: what was typed or chosen so far. A number not given is NaN, as number fields have it. */
export type TypedStep =
  | {
      readonly do: 'boot'
      readonly id: string
      readonly flavor: string
      /** `name=value`, one a line. */
      readonly image: string
      readonly count: number
      readonly how: 'any' | 'requested' | 'forced'
      readonly host: string
      /** Empty for none. */
      readonly group: string
      readonly zone: string
    }
  | {
      readonly do: 'take-pages' | 'give-pages-back'
      readonly by: string
      readonly host: string
      readonly cell: number
      readonly size: number
      readonly pages: number
    }
  | {
      readonly do: 'set-reserved-huge-pages'
      readonly host: string
      readonly reserved: readonly ReservedPages[]
    }
  /** Pools that are not listed keep their pages. */
  | {
      readonly do: 'reboot-host'
      readonly host: string
      readonly pools: readonly ReservedPages[]
      readonly resumeGuests?: boolean | undefined
    }
  /** A form of plain fields, by the action's members. */
  | { readonly do: 'plain'; readonly what: PlainDo; readonly values: Values; readonly from?: Action }

/** Actions with a form. */
export type Formed = Exclude<TypedStep['do'], 'plain'> | PlainDo

/** What is wrong with a form, by the name of the field. */
export type Faults = Readonly<Record<string, string>>

export type Read =
  | { readonly action: Action; readonly faults: undefined }
  | { readonly action: undefined; readonly faults: Faults }

/** The action a form asks for, or what is missing. */
export function readStep(typed: TypedStep): Read {
  switch (typed.do) {
    case 'boot': {
      const image = propertiesIn(typed.image)
      const faults = {
        ...wanted('flavor', typed.flavor, 'Choose a flavor.'),
        ...wanted('id', typed.id, 'Say how the new guests’ names begin.'),
        ...whole('count', typed.count, 'how many guests', 1),
        ...(typed.how === 'any' ? {} : wanted('host', typed.host, 'Choose the host.')),
        ...(image.fault === undefined ? {} : { image: image.fault }),
      }
      return done(faults, () => ({
        do: 'boot',
        id: typed.id.trim(),
        flavor: typed.flavor,
        image: image.props,
        count: typed.count,
        on: typed.how === 'any' ? undefined : { host: HostId(typed.host), how: typed.how },
        ...(typed.group === '' ? {} : { group: typed.group }),
        ...(typed.zone === '' ? {} : { zone: typed.zone }),
      }))
    }
    case 'take-pages':
    case 'give-pages-back':
      return done(
        {
          ...wanted('by', typed.by, 'Name the process.'),
          ...wanted('host', typed.host, 'Choose the host.'),
          ...whole('cell', typed.cell, 'the cell', 0),
          ...whole('size', typed.size, 'a page size', 1),
          ...whole('pages', typed.pages, 'how many pages', 1),
        },
        () => ({
          do: typed.do,
          by: typed.by.trim(),
          host: HostId(typed.host),
          cell: CellId(typed.cell),
          size: PageSize(typed.size),
          pages: Pages(typed.pages),
        }),
      )
    case 'set-reserved-huge-pages':
      return done(wanted('host', typed.host, 'Choose the host.'), () => ({
        do: 'set-reserved-huge-pages',
        host: HostId(typed.host),
        reserved: typed.reserved,
      }))
    case 'reboot-host':
      return done(wanted('host', typed.host, 'Choose the host.'), () => ({
        do: 'reboot-host',
        host: HostId(typed.host),
        pools: typed.pools,
        ...(typed.resumeGuests === undefined ? {} : { resumeGuests: typed.resumeGuests }),
      }))
    case 'plain': {
      const read = readFields(typed.what, typed.values, typed.from)
      return 'action' in read
        ? { action: read.action, faults: undefined }
        : { action: undefined, faults: read.faults }
    }
  }
}

const done = (faults: Faults, action: () => Action): Read =>
  Object.keys(faults).length > 0 ? { action: undefined, faults } : { action: action(), faults: undefined }

const wanted = (field: string, text: string, fault: string): Faults =>
  text.trim() === '' ? { [field]: fault } : {}

const whole = (field: string, n: number, what: string, least: number): Faults =>
  Number.isInteger(n) && n >= least ? {} : { [field]: `Say ${what}: a whole number from ${least}.` }

/** The form an action was read from. */
export function typedStep(action: Action): TypedStep {
  switch (action.do) {
    case 'boot':
      return {
        do: 'boot',
        id: action.id,
        flavor: action.flavor,
        image: propertyLines(action.image),
        count: action.count,
        how: action.on?.how ?? 'any',
        host: action.on?.host ?? '',
        group: action.group ?? '',
        zone: action.zone ?? '',
      }
    case 'take-pages':
    case 'give-pages-back':
    case 'set-reserved-huge-pages':
    case 'reboot-host':
      return action
    default:
      return { do: 'plain', what: action.do, values: valuesOf(action.do, action), from: action }
  }
}

/** An empty form. New guests' names begin with a prefix that no step of the plan has yet. */
export function blankStep(what: Formed, plan: readonly Action[]): TypedStep {
  switch (what) {
    case 'boot':
      return {
        do: 'boot',
        id: freshPrefix(plan),
        flavor: '',
        image: '',
        count: 1,
        how: 'any',
        host: '',
        group: '',
        zone: '',
      }
    case 'take-pages':
    case 'give-pages-back':
      return { do: what, by: '', host: '', cell: Number.NaN, size: Number.NaN, pages: Number.NaN }
    case 'set-reserved-huge-pages':
      return { do: 'set-reserved-huge-pages', host: '', reserved: [] }
    case 'reboot-host':
      return { do: 'reboot-host', host: '', pools: [] }
    default:
      return { do: 'plain', what, values: {} }
  }
}

function freshPrefix(plan: readonly Action[]): string {
  const used = new Set(plan.flatMap((action) => (action.do === 'boot' ? [action.id] : [])))
  for (let n = 1; ; n += 1) {
    const prefix = n === 1 ? 'new' : `new-${n}`
    if (!used.has(prefix)) return prefix
  }
}
