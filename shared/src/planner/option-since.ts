import { releases } from '../releases/index.ts'
import type { Rules } from '../releases/rules.ts'
import type { Impossible } from './step.ts'

/** A release does not have the option; the first that has is named. */
export const optionAbsent = (option: string, has: (rules: Rules) => boolean): Impossible => ({
  kind: 'option-absent',
  option,
  since: releases.find(({ rules }) => has(rules))?.name,
})
