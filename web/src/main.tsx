import './no-eval.ts'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/App.tsx'
import './app/styles.css'
import { restoreTheme } from './app/theme.ts'
import { startDesk } from './worker/start.ts'

restoreTheme()
const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
// The build that needs no server mounts the API in the page.
const isServerless = import.meta.env.MODE === 'scenarios'
if (isServerless) await (await import('./mocks/browser.ts')).startMocks()
const connect = () => new EventSource('/api/v1/events')
createRoot(root).render(
  <StrictMode>
    <App desk={startDesk()} {...(!isServerless && { connect })} />
  </StrictMode>,
)
