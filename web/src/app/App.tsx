import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type RouterHistory, RouterProvider } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { DeskProvider } from '../api/desk.tsx'
import type { Desk } from '../worker/desk.ts'
import { followStore, type StoreEvents } from './follow-store.ts'
import { createAppRouter } from './router.tsx'

interface AppProps {
  readonly desk: Desk
  readonly history?: RouterHistory
  /** Connects to what the server tells of its store; absent where no server is. */
  readonly connect?: () => StoreEvents
}

/** The whole app over a desk, and over a history where it is not the browser's. */
export function App({ desk, history, connect }: AppProps) {
  const [router] = useState(() => createAppRouter(history))
  const [queries] = useState(
    () => new QueryClient({ defaultOptions: { queries: { retry: false, refetchOnWindowFocus: false } } }),
  )
  useEffect(() => connect && followStore(queries, connect), [queries, connect])
  return (
    <QueryClientProvider client={queries}>
      <DeskProvider value={desk}>
        <RouterProvider router={router} />
      </DeskProvider>
    </QueryClientProvider>
  )
}
