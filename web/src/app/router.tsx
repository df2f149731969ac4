import {
  createRootRoute,
  createRoute,
  createRouter,
  type ErrorComponentProps,
  Link,
  lazyRouteComponent,
  type RouterHistory,
  retainSearchParams,
} from '@tanstack/react-router'
import { Page } from '../components/Page.tsx'
import { Failure } from '../components/States.tsx'
import {
  formatSearch,
  parseCloud,
  parseCompare,
  parseDivergences,
  parseFleet,
  parseHeadroom,
  parseHost,
  parseInspect,
  parseMigrate,
  parsePlanSearch,
  parseReleases,
  parseSearch,
} from '../url/search.ts'
import { Shell } from './Shell.tsx'

const root = createRootRoute({
  component: Shell,
  validateSearch: parseCloud,
  search: { middlewares: [retainSearchParams(['snapshot', 'release'])] },
  notFoundComponent: NotFound,
})

/** Each page is a file of its own, fetched when it is first gone to. */
const routes = [
  createRoute({
    getParentRoute: () => root,
    path: '/',
    validateSearch: parseFleet,
    component: lazyRouteComponent(() => import('../features/fleet/Fleet.tsx'), 'Fleet'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/hosts/$host',
    validateSearch: parseHost,
    component: lazyRouteComponent(() => import('../features/host/HostPage.tsx'), 'HostPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/plan',
    validateSearch: parsePlanSearch,
    component: lazyRouteComponent(() => import('../features/planner/Planner.tsx'), 'Planner'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/plan/compare',
    validateSearch: parseCompare,
    component: lazyRouteComponent(() => import('../features/planner/ComparePage.tsx'), 'ComparePage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/divergences',
    validateSearch: parseDivergences,
    component: lazyRouteComponent(() => import('../features/divergences/Divergences.tsx'), 'Divergences'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/headroom',
    validateSearch: parseHeadroom,
    component: lazyRouteComponent(() => import('../features/headroom/HeadroomPage.tsx'), 'HeadroomPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/migrate',
    validateSearch: parseMigrate,
    component: lazyRouteComponent(() => import('../features/migrate/MigratePage.tsx'), 'MigratePage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/inspect',
    validateSearch: parseInspect,
    component: lazyRouteComponent(() => import('../features/inspect/InspectPage.tsx'), 'InspectPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/releases',
    validateSearch: parseReleases,
    component: lazyRouteComponent(() => import('../features/releases/ReleasesPage.tsx'), 'ReleasesPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/api',
    component: lazyRouteComponent(() => import('../features/reference/ReferencePage.tsx'), 'ReferencePage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/import',
    component: lazyRouteComponent(() => import('../features/import/ImportPage.tsx'), 'ImportPage'),
  }),
] as const

export const createAppRouter = (history?: RouterHistory) =>
  createRouter({
    routeTree: root.addChildren(routes),
    parseSearch,
    stringifySearch: formatSearch,
    defaultErrorComponent: Broken,
    scrollRestoration: true,
    ...(history && { history }),
  })

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}

function NotFound() {
  return (
    <Page title="No such page">
      <p>
        This address leads nowhere.{' '}
        <Link to="/" className="link">
          Go to the fleet
        </Link>
        .
      </p>
    </Page>
  )
}

function Broken({ error, reset }: ErrorComponentProps) {
  const said = error instanceof Error ? error : new Error(String(error))
  return (
    <Page title="This page broke">
      <Failure what="It could not be shown." error={said} again={reset} />
    </Page>
  )
}
