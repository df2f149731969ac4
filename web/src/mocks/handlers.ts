import { createApp } from '@headroom/api/app'
import { storeEvents } from '@headroom/api/events'
import { memoryStore } from '@headroom/api/memory'
import { http } from 'msw'

/** The browser's API is the API itself, over a store that lives as long as the page. */
export function apiHandlers() {
  const app = createApp({
    store: memoryStore(),
    events: storeEvents(),
    now: () => new Date().toISOString(),
    report: (error) => console.error(error),
    maxBodyBytes: 256 * 1024 * 1024,
  })
  return [http.all('*/api/*', ({ request }) => app.fetch(request))]
}
