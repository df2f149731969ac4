import { createMemoryHistory } from '@tanstack/react-router'
import { cleanup, configure, render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, vi } from 'vitest'
import { App } from '../app/App.tsx'
import { apiHandlers } from '../mocks/handlers.ts'
import { createDesk, type Desk, type Shelves } from '../worker/desk.ts'
import { fetchSnapshot } from '../worker/fetch-snapshot.ts'
import { storeSnapshot } from '../worker/store-snapshot.ts'

// A busy machine is slow, not wrong.
configure({ asyncUtilTimeout: 10_000 })
vi.setConfig({ testTimeout: 30_000 })

// Nothing is laid out here: what scrolls is taken to have room for what a test looks at.
for (const side of ['clientHeight', 'clientWidth'] as const)
  Object.defineProperty(HTMLElement.prototype, side, {
    configurable: true,
    get(this: HTMLElement) {
      return 'scrolls' in this.dataset ? 800 : 0
    },
  })

/** The API itself behind `fetch`, for every test of a file. A request that it does not know is an error. */
export function mockApi() {
  const api = setupServer(...apiHandlers())
  beforeAll(() => api.listen({ onUnhandledRequest: 'error' }))
  afterEach(() => api.resetHandlers())
  afterAll(() => api.close())
  afterEach(cleanup)
  return api
}

/** The whole app at an address, its desk in this thread, or another in its place. */
export function openApp(
  address: string,
  scenarios: Shelves['scenarios'] = [],
  inPlaceOf = (desk: Desk): Desk => desk,
) {
  const history = createMemoryHistory({ initialEntries: [address] })
  const desk = createDesk({ scenarios, fetchSnapshot, storeSnapshot })
  render(<App desk={inPlaceOf(desk)} history={history} />)
  return { history, user: userEvent.setup() }
}
