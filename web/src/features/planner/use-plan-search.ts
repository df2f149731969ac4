import { getRouteApi } from '@tanstack/react-router'
import type { PlanSearch } from '../../url/search.ts'

const route = getRouteApi('/plan')

/** What the address says of the view, and how it is changed in place: the plan in it stays. */
export function usePlanSearch() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const change = (to: Partial<PlanSearch>) =>
    void navigate({
      search: (old) => ({ ...old, ...to }),
      hash: true,
      replace: true,
      resetScroll: false,
      hashScrollIntoView: false,
    })
  return [search, change] as const
}
