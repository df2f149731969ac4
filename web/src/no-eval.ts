import { config } from 'zod'

// The pages forbid eval; zod would try it once and the browser would complain. Imported before any schema is made.
config({ jitless: true })
