import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type RouterHistory, RouterProvider } from '@tanstack/react-router'
import { useState } from 'react'
import { DeskProvider } from '../api/desk.tsx'
import type { Desk } from '../worker/desk.ts'
import { createAppRouter } from './router.tsx'

/** The whole app over a desk, and over a history where it is not the browser's. */
export function App({ desk, history }: { readonly desk: Desk; readonly history?: RouterHistory }) {
  const [router] = useState(() => createAppRouter(history))
  const [queries] = useState(
    () => new QueryClient({ defaultOptions: { queries: { retry: false, refetchOnWindowFocus: false } } }),
  )
  return (
    <QueryClientProvider client={queries}>
      <DeskProvider value={desk}>
        <RouterProvider router={router} />
      </DeskProvider>
    </QueryClientProvider>
  )
}
