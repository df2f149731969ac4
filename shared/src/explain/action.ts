import { reservedValue } from '../divergence/remedy.ts'
import type { Action } from '../planner/action.ts'
import { type Sentence, say } from './sentence.ts'

/** What was asked, as a line of the plan. */
export function explainAction(action: Action): Sentence {
  switch (action.do) {
    case 'boot': {
      const group = action.group === undefined ? [] : say` into server group ${{ code: action.group }}`
      const what = [...say`Boot ${{ count: action.count }} × ${{ code: action.flavor }}`, ...group]
      if (!action.on) return what
      return action.on.how === 'forced'
        ? [...what, ...say`, forced to ${{ host: action.on.host }}`]
        : [...what, ...say` on ${{ host: action.on.host }}`]
    }
    case 'live-migrate': {
      const guest = { guest: action.guest, name: action.guest }
      const by = action.microversion === undefined ? [] : say`, microversion ${{ code: action.microversion }}`
      const forced = action.force ? say`, forced` : []
      return action.to === undefined
        ? [...say`Live-migrate ${guest}, Nova picks where`, ...by]
        : [...say`Live-migrate ${guest} to ${{ host: action.to }}`, ...forced, ...by]
    }
    case 'take-pages':
      return say`${action.by} takes ${{ pages: action.pages, size: action.size }} on ${{ host: action.host }}, cell ${{ count: action.cell }}`
    case 'give-pages-back':
      return say`${action.by} gives back ${{ pages: action.pages, size: action.size }} on ${{ host: action.host }}, cell ${{ count: action.cell }}`
    case 'set-reserved-huge-pages':
      return action.reserved.length === 0
        ? say`Set no ${{ code: 'reserved_huge_pages' }} on ${{ host: action.host }}`
        : say`Set ${{ code: 'reserved_huge_pages' }} on ${{ host: action.host }} to ${{ code: action.reserved.map(reservedValue).join(' ; ') }}`
  }
}
