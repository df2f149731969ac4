export { plans } from './arbitraries.ts'
