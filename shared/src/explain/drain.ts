import type { DrainRemark, Move } from '../planner/drain/plan.ts'
import { type Sentence, say } from './sentence.ts'

/** Why a guest moves: a few words for a table. */
export function explainMove({ why }: Move): Sentence {
  switch (why.kind) {
    case 'leaves':
      return say`leaves`
    case 'aside':
      return say`makes room for ${{ guest: why.for, name: why.for }}`
    case 'returns':
      return say`comes home`
  }
}

/** What a drain does besides, or leaves open. */
export function explainDrainRemark(remark: DrainRemark): Sentence {
  switch (remark.kind) {
    case 'soft-policy':
      return say`Server group ${{ code: remark.group }} (${{ code: remark.policy }}) was on ${{ count: remark.hostsBefore, of: remark.hostsBefore === 1 ? 'host' : 'hosts' }}, and is on ${{ count: remark.hostsAfter }} then.`
    case 'would-not-start':
      return say`${{ guest: remark.guest, name: remark.guest }} is shut off, and would not start on ${{ host: remark.host }} as things are.`
    case 'unconfirmed':
      return say`Nova still holds room on ${{ host: remark.host }} for ${{ guest: remark.guest, name: remark.guest }}: its move is not confirmed.`
    case 'does-not-return':
      return say`${{ guest: remark.guest, name: remark.guest }} stays on ${{ host: remark.host }}: its own host does not take it back.`
  }
}
