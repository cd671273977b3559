import { createBrowserRouter, type LoaderFunction, type LoaderFunctionArgs, type RouteObject } from 'react-router'
import {
  redirectAway,
  loadApplication,
  loadPage,
  loadShell,
  redirectFresh,
  redirectHome,
  redirectUnknown,
  redirectStudentMain,
} from './route-guards.ts'
import { pages, type DeskPage } from './web-modules.ts'
import { NoPermissionPage } from './pages/no-permission.tsx'
import { NotFoundPage } from './pages/not-found.tsx'
import { NotOpenPage } from './pages/not-open.tsx'
import { addPages } from './page-list.ts'
import { ownPages } from './own-pages.ts'
import { PageError } from './shell/page-error.tsx'
import { ShellError } from './shell/shell-error.tsx'
import { ShellFrame } from './shell/shell-frame.tsx'
import { Shell } from './shell/shell.tsx'

const redirectTo =
  (address: string) =>
  ({ request }: LoaderFunctionArgs) =>
    redirectAway(request, address)

addPages(ownPages)

const Nothing = () => null
/** A route that only redirects. */
const redirectRoute = (loader: LoaderFunction) => ({ loader, Component: Nothing })

/** All routes, static: pages without permission are guarded, not left out. */
export const routes: RouteObject[] = [
  {
    id: 'shell',
    path: '/',
    Component: Shell,
    HydrateFallback: ShellFrame,
    ErrorBoundary: ShellError,
    loader: loadShell,
    shouldRevalidate: () => false,
    children: [
      {
        ErrorBoundary: PageError,
        children: [
          { index: true, ...redirectRoute(redirectHome) },
          { path: 'dataCentre', ...redirectRoute(redirectTo('/dataCentre/dataBoard')) },
          { path: 'application', ...redirectRoute(redirectTo('/application/educationalAdministration')) },
          ...[...pages, ...ownPages].map(createPageRoute),
          { path: 'application/*', loader: loadApplication, Component: NotOpenPage },
          { path: 'message/sms', ...redirectRoute(redirectTo('/logMmanagement/smsLogs')) },
          { path: 'studentMain/*', ...redirectRoute(redirectStudentMain) },
          { path: 'redirect/*', ...redirectRoute(redirectFresh) },
          { path: '401', Component: NoPermissionPage },
          { path: '404', Component: NotFoundPage },
          { path: '*', ...redirectRoute(redirectUnknown) },
        ],
      },
    ],
  },
]

export const createRouter = () => createBrowserRouter(routes)

/** The page is guarded and loaded here but rendered by the shell, which keeps it mounted behind others. */
function createPageRoute(page: DeskPage): RouteObject {
  return {
    path: page.url,
    handle: page,
    loader: (args) => loadPage(page, args),
    shouldRevalidate: ({ currentUrl, nextUrl }) => currentUrl.pathname !== nextUrl.pathname,
    Component: Nothing,
  }
}
