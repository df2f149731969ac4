import { queryOptions } from '@tanstack/react-query'
import type { Desk } from '../../worker/desk.ts'

/** What was dropped so far; null where nothing was. Changes with every drop. */
export const importedQuery = (desk: Desk) =>
  queryOptions({ queryKey: ['imported'], queryFn: async () => (await desk.imported()) ?? null })
