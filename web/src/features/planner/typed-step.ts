import {
  type Action,
  CellId,
  GuestId,
  HostId,
  type ImageProps,
  PageSize,
  Pages,
  type ReservedPages,
} from '@headroom/shared'
import { isPlain, type PlainDo, readFields, type Values, valuesOf } from './step-fields.ts'

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
      /** These have no field: as the action came. */
      readonly group?: string | undefined
      readonly zone?: string | undefined
    }
  | {
      readonly do: 'live-migrate'
      readonly guest: string
      readonly how: 'any' | 'requested'
      readonly to: string
      /** These two have no field: as the action came. */
      readonly microversion?: string | undefined
      readonly force?: boolean | undefined
    }
  | {
      readonly do: 'cold-migrate'
      readonly guest: string
      readonly how: 'any' | 'requested'
      readonly to: string
    }
  | { readonly do: 'resize'; readonly guest: string; readonly flavor: string }
  | { readonly do: 'confirm' | 'revert' | 'delete'; readonly guest: string }
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
  /** A form of plain fields, by the action's members. */
  | { readonly do: 'plain'; readonly what: PlainDo; readonly values: Values; readonly from?: Action }
  /** A step that has no form of its own: as the action came. */
  | { readonly do: 'written'; readonly action: Action }

/** Actions with a form. */
export type Formed = Exclude<TypedStep['do'], 'written' | 'plain'> | PlainDo

/** What is wrong with a form, by the name of the field. */
export type Faults = Readonly<Record<string, string>>

export type Read =
  | { readonly action: Action; readonly faults: undefined }
  | { readonly action: undefined; readonly faults: Faults }

/** The action a form asks for, or what is missing. */
export function readStep(typed: TypedStep): Read {
  switch (typed.do) {
    case 'boot': {
      const image = readImage(typed.image)
      const faults = {
        ...wanted('flavor', typed.flavor, 'Choose a flavor.'),
        ...wanted('id', typed.id, 'Say how the new guests’ names begin.'),
        ...whole('count', typed.count, 'how many guests', 1),
        ...(typed.how === 'any' ? {} : wanted('host', typed.host, 'Choose the host.')),
        ...('fault' in image ? { image: image.fault } : {}),
      }
      return done(faults, () => ({
        do: 'boot',
        id: typed.id.trim(),
        flavor: typed.flavor,
        image: 'props' in image ? image.props : {},
        count: typed.count,
        on: typed.how === 'any' ? undefined : { host: HostId(typed.host), how: typed.how },
        ...(typed.group === undefined ? {} : { group: typed.group }),
        ...(typed.zone === undefined ? {} : { zone: typed.zone }),
      }))
    }
    case 'live-migrate':
      return done(
        {
          ...wanted('guest', typed.guest, 'Choose the guest.'),
          ...(typed.how === 'any' ? {} : wanted('to', typed.to, 'Choose the destination.')),
        },
        () => ({
          do: 'live-migrate',
          guest: GuestId(typed.guest),
          to: typed.how === 'any' ? undefined : HostId(typed.to),
          ...(typed.microversion === undefined ? {} : { microversion: typed.microversion }),
          ...(typed.force === undefined ? {} : { force: typed.force }),
        }),
      )
    case 'cold-migrate':
      return done(
        {
          ...wanted('guest', typed.guest, 'Choose the guest.'),
          ...(typed.how === 'any' ? {} : wanted('to', typed.to, 'Choose the destination.')),
        },
        () => ({
          do: 'cold-migrate',
          guest: GuestId(typed.guest),
          to: typed.how === 'any' ? undefined : HostId(typed.to),
        }),
      )
    case 'resize':
      return done(
        {
          ...wanted('guest', typed.guest, 'Choose the guest.'),
          ...wanted('flavor', typed.flavor, 'Choose a flavor.'),
        },
        () => ({ do: 'resize', guest: GuestId(typed.guest), flavor: typed.flavor }),
      )
    case 'confirm':
    case 'revert':
    case 'delete':
      return done(wanted('guest', typed.guest, 'Choose the guest.'), () => ({
        do: typed.do,
        guest: GuestId(typed.guest),
      }))
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
    case 'plain': {
      const read = readFields(typed.what, typed.values, typed.from)
      return 'action' in read
        ? { action: read.action, faults: undefined }
        : { action: undefined, faults: read.faults }
    }
    case 'written':
      return { action: typed.action, faults: undefined }
  }
}

const done = (faults: Faults, action: () => Action): Read =>
  Object.keys(faults).length > 0 ? { action: undefined, faults } : { action: action(), faults: undefined }

const wanted = (field: string, text: string, fault: string): Faults =>
  text.trim() === '' ? { [field]: fault } : {}

const whole = (field: string, n: number, what: string, least: number): Faults =>
  Number.isInteger(n) && n >= least ? {} : { [field]: `Say ${what}: a whole number from ${least}.` }

function readImage(text: string): { readonly props: ImageProps } | { readonly fault: string } {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
  const bad = lines.find((line) => !/^[^=]+=/.test(line))
  if (bad !== undefined) return { fault: `“${bad}” is not name=value, as in hw_mem_page_size=large.` }
  return {
    props: Object.fromEntries(
      lines.map((line) => {
        const at = line.indexOf('=')
        return [line.slice(0, at).trim(), line.slice(at + 1).trim()]
      }),
    ),
  }
}

/** The form an action was read from. */
export function typedStep(action: Action): TypedStep {
  switch (action.do) {
    case 'boot':
      return {
        do: 'boot',
        id: action.id,
        flavor: action.flavor,
        image: Object.entries(action.image)
          .map(([name, value]) => `${name}=${value}`)
          .join('\n'),
        count: action.count,
        how: action.on?.how ?? 'any',
        host: action.on?.host ?? '',
        group: action.group,
        zone: action.zone,
      }
    case 'live-migrate':
      return {
        do: 'live-migrate',
        guest: action.guest,
        how: action.to === undefined ? 'any' : 'requested',
        to: action.to ?? '',
        microversion: action.microversion,
        force: action.force,
      }
    case 'cold-migrate':
      return {
        do: 'cold-migrate',
        guest: action.guest,
        how: action.to === undefined ? 'any' : 'requested',
        to: action.to ?? '',
      }
    case 'resize':
    case 'confirm':
    case 'revert':
    case 'delete':
    case 'take-pages':
    case 'give-pages-back':
    case 'set-reserved-huge-pages':
      return action
    default:
      return isPlain(action.do)
        ? { do: 'plain', what: action.do, values: valuesOf(action.do, action), from: action }
        : { do: 'written', action }
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
      }
    case 'live-migrate':
    case 'cold-migrate':
      return { do: what, guest: '', how: 'requested', to: '' }
    case 'resize':
      return { do: 'resize', guest: '', flavor: '' }
    case 'confirm':
    case 'revert':
    case 'delete':
      return { do: what, guest: '' }
    case 'take-pages':
    case 'give-pages-back':
      return { do: what, by: '', host: '', cell: Number.NaN, size: Number.NaN, pages: Number.NaN }
    case 'set-reserved-huge-pages':
      return { do: 'set-reserved-huge-pages', host: '', reserved: [] }
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
