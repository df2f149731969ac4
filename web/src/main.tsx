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
if (import.meta.env.MODE === 'scenarios') await (await import('./mocks/browser.ts')).startMocks()
createRoot(root).render(
  <StrictMode>
    <App desk={startDesk()} />
  </StrictMode>,
)
