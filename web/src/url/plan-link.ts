import { type Plan, type Problem, readPlan, writePlan } from '@headroom/shared'
import { deflateSync, inflateSync, strFromU8, strToU8 } from 'fflate'

/** What stands after the address's `#`, read as a plan. */
export type PlanLink =
  | { readonly kind: 'none' }
  | { readonly kind: 'plan'; readonly plan: Plan }
  | { readonly kind: 'broken'; readonly why: Broken }

export type Broken =
  /** A letter that links do not have; `at` counts from 0. */
  | { readonly kind: 'not base64url'; readonly at: number; readonly found: string }
  /** Cut short, or changed on its way. */
  | { readonly kind: 'not deflated JSON' }
  | { readonly kind: 'too large'; readonly limitBytes: number }
  /** It was read, and is no plan: where, and what a plan has there. `json` is what it says. */
  | { readonly kind: 'not a plan'; readonly problems: readonly Problem[]; readonly json: string }

const label = 'plan='
/** Far above any plan made by hand; a link cannot make a page unpack more. */
const limitBytes = 4 * 1024 * 1024

/** `plan=` and the plan's JSON, deflated, in base64url: 20 actions are about 0.8 kB. */
export const formatPlan = (plan: Plan): string =>
  label + toBase64Url(deflateSync(strToU8(JSON.stringify(writePlan(plan))), { level: 9 }))

/** Reads what `formatPlan` wrote, now or in an older version. Never throws. `hash` is without its `#`. */
export function parsePlan(hash: string): PlanLink {
  if (!hash.startsWith(label)) return { kind: 'none' }
  const text = hash.slice(label.length)
  const at = text.search(/[^\w-]/)
  if (at !== -1) return broken({ kind: 'not base64url', at, found: text[at] ?? '' })
  const json = inflated(fromBase64Url(text))
  if (json === undefined) return broken({ kind: 'not deflated JSON' })
  if (json === 'too large') return broken({ kind: 'too large', limitBytes })
  const { facts, problems } = readPlan(json)
  return facts
    ? { kind: 'plan', plan: facts }
    : broken({ kind: 'not a plan', problems, json: JSON.stringify(json, null, 2) })
}

const second = '&with='

/** Two plans of a comparison, each as a link has it; the second is left out where it is the first. */
export const formatPlans = (one: Plan, other: Plan): string => {
  const [first, then] = [formatPlan(one), formatPlan(other)]
  return first === then ? first : `${first}${second}${then.slice(label.length)}`
}

/** Reads what `formatPlans` wrote. Never throws. */
export function parsePlans(hash: string): readonly [PlanLink, PlanLink] {
  const at = hash.indexOf(second)
  const first = parsePlan(at === -1 ? hash : hash.slice(0, at))
  return [first, at === -1 ? first : parsePlan(label + hash.slice(at + second.length))]
}

const broken = (why: Broken): PlanLink => ({ kind: 'broken', why })

/** Undefined where the bytes are no deflated JSON. */
function inflated(bytes: Uint8Array): unknown {
  try {
    const all = inflateSync(bytes, { out: new Uint8Array(limitBytes) })
    return all.length === limitBytes ? 'too large' : (JSON.parse(strFromU8(all)) as unknown)
  } catch {
    return undefined
  }
}

const toBase64Url = (bytes: Uint8Array): string =>
  btoa(strFromU8(bytes, true)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')

function fromBase64Url(text: string): Uint8Array {
  const base64 = text.replaceAll('-', '+').replaceAll('_', '/')
  try {
    return strToU8(atob(base64), true)
  } catch {
    return new Uint8Array()
  }
}
