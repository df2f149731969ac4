import {
  createRootRoute,
  createRoute,
  createRouter,
  type ErrorComponentProps,
  Link,
  type RouterHistory,
  retainSearchParams,
} from '@tanstack/react-router'
import { Page } from '../components/Page.tsx'
import { Failure } from '../components/States.tsx'
import { Fleet } from '../features/fleet/Fleet.tsx'
import { HeadroomPage } from '../features/headroom/HeadroomPage.tsx'
import { HostPage } from '../features/host/HostPage.tsx'
import { ImportPage } from '../features/import/ImportPage.tsx'
import { MigratePage } from '../features/migrate/MigratePage.tsx'
import { Planner } from '../features/planner/Planner.tsx'
import { ReleasesPage } from '../features/releases/ReleasesPage.tsx'
import {
  formatSearch,
  parseCloud,
  parseFleet,
  parseHeadroom,
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

const routes = [
  createRoute({ getParentRoute: () => root, path: '/', validateSearch: parseFleet, component: Fleet }),
  createRoute({ getParentRoute: () => root, path: '/hosts/$host', component: HostPage }),
  createRoute({
    getParentRoute: () => root,
    path: '/plan',
    validateSearch: parsePlanSearch,
    component: Planner,
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/headroom',
    validateSearch: parseHeadroom,
    component: HeadroomPage,
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/migrate',
    validateSearch: parseMigrate,
    component: MigratePage,
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/releases',
    validateSearch: parseReleases,
    component: ReleasesPage,
  }),
  createRoute({ getParentRoute: () => root, path: '/import', component: ImportPage }),
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
