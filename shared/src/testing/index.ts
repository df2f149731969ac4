export { plans } from './arbitraries.ts'
export { type OracleKind, oracleKinds, oracleRequests } from './oracle/requests.ts'
