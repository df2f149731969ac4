export { plans } from './arbitraries.ts'
export { guest, hostCell, pool } from './cells.ts'
export {
  type CloudShape,
  cloudAtRandom,
  type Random,
  seeded,
  usualCells,
  type ZoneName,
} from './clouds.ts'
export { everyPermutation } from './every-permutation.ts'
export { novaRows } from './nova-rows.ts'
export { type OracleKind, oracleKinds, oracleRequests } from './oracle/requests.ts'
