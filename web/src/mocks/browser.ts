import { setupWorker } from 'msw/browser'
import { apiHandlers } from './handlers.ts'

/** From here on the page answers its own requests to the API, and those of its workers. */
export const startMocks = () =>
  setupWorker(...apiHandlers()).start({ onUnhandledRequest: 'bypass', quiet: true })
