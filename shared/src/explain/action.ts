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
    case 'cold-migrate': {
      const guest = { guest: action.guest, name: action.guest }
      return action.to === undefined
        ? say`Cold-migrate ${guest}, Nova picks where`
        : say`Cold-migrate ${guest} to ${{ host: action.to }}`
    }
    case 'resize':
      return say`Resize ${{ guest: action.guest, name: action.guest }} to ${{ code: action.flavor }}`
    case 'confirm':
      return say`Confirm the move of ${{ guest: action.guest, name: action.guest }}`
    case 'revert':
      return say`Revert the move of ${{ guest: action.guest, name: action.guest }}`
    case 'delete':
      return say`Delete ${{ guest: action.guest, name: action.guest }}`
    case 'take-pages':
      return say`${action.by} takes ${{ pages: action.pages, size: action.size }} on ${{ host: action.host }}, cell ${{ count: action.cell }}`
    case 'give-pages-back':
      return say`${action.by} gives back ${{ pages: action.pages, size: action.size }} on ${{ host: action.host }}, cell ${{ count: action.cell }}`
    case 'set-reserved-huge-pages':
      return action.reserved.length === 0
        ? say`Set no ${{ code: 'reserved_huge_pages' }} on ${{ host: action.host }}`
        : say`Set ${{ code: 'reserved_huge_pages' }} on ${{ host: action.host }} to ${{ code: action.reserved.map(reservedValue).join(' ; ') }}`
    case 'power-off':
      return say`Shut off ${{ guest: action.guest, name: action.guest }}`
    case 'power-on':
      return say`Start ${{ guest: action.guest, name: action.guest }}`
    case 'set-service':
      return serviceLine(action)
    case 'add-host':
      return say`Add ${{ host: action.id }}, a host like ${{ host: action.like }}`
    case 'lose-host':
      return say`Lose ${{ host: action.host }}`
  }
}

function serviceLine({ host, state }: Extract<Action, { do: 'set-service' }>): Sentence {
  switch (state) {
    case 'enabled':
      return say`Enable the compute service of ${{ host }}`
    case 'disabled':
      return say`Disable the compute service of ${{ host }}`
    case 'up':
      return say`The compute service of ${{ host }} comes up`
    case 'down':
      return say`The compute service of ${{ host }} goes down`
  }
}
