import { deflateRawSync } from 'node:zlib'
import { type Action, type Plan, writePlan } from '@headroom/shared'

/** What stands in an address after `#plan=`. */
export const packedPlan = (...actions: readonly Action[]): string => {
  const plan: Plan = { version: 1, snapshot: undefined, release: undefined, actions }
  return deflateRawSync(JSON.stringify(writePlan(plan))).toString('base64url')
}
