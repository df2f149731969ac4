export { plans } from './arbitraries.ts'
export { type CloudShape, cloudAtRandom, type Random, seeded, usualCells } from './clouds.ts'
export { type OracleKind, oracleKinds, oracleRequests } from './oracle/requests.ts'
