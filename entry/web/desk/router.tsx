import { createBrowserRouter, type LoaderFunction, type LoaderFunctionArgs, type RouteObject } from 'react-router'
import { away, openApplication, openPage, openShell, toFresh, toHome, toNowhere, toStudentMain } from './guard.ts'
import { pages, type DeskPage } from './modules.ts'
import { NoRightPage } from './pages/no-right.tsx'
import { NotFoundPage } from './pages/not-found.tsx'
import { NotOpenPage } from './pages/not-open.tsx'
import { addPages } from './page-list.ts'
import { ownPages } from './places.ts'
import { PageFault } from './shell/page-fault.tsx'
import { ShellFault } from './shell/shell-fault.tsx'
import { ShellFrame } from './shell/shell-frame.tsx'
import { Shell } from './shell/shell.tsx'

const to =
  (address: string) =>
  ({ request }: LoaderFunctionArgs) =>
    away(request, address)

addPages(ownPages)

const Nothing = () => null
/** An address that only leads elsewhere. */
const leading = (loader: LoaderFunction) => ({ loader, Component: Nothing })

/** All routes of the house, static: what a user may not open is guarded, not left out. */
export const routes: RouteObject[] = [
  {
    id: 'shell',
    path: '/',
    Component: Shell,
    HydrateFallback: ShellFrame,
    ErrorBoundary: ShellFault,
    loader: openShell,
    shouldRevalidate: () => false,
    children: [
      {
        ErrorBoundary: PageFault,
        children: [
          { index: true, ...leading(toHome) },
          { path: 'dataCentre', ...leading(to('/dataCentre/dataBoard')) },
          { path: 'application', ...leading(to('/application/educationalAdministration')) },
          ...[...pages, ...ownPages].map(routeOf),
          { path: 'application/*', loader: openApplication, Component: NotOpenPage },
          { path: 'message/sms', ...leading(to('/logMmanagement/smsLogs')) },
          { path: 'studentMain/*', ...leading(toStudentMain) },
          { path: 'redirect/*', ...leading(toFresh) },
          { path: '401', Component: NoRightPage },
          { path: '404', Component: NotFoundPage },
          { path: '*', ...leading(toNowhere) },
        ],
      },
    ],
  },
]

export const newRouter = () => createBrowserRouter(routes)

/** Guarded and fetched here, but drawn by the shell: that is what keeps a page alive behind others. */
function routeOf(page: DeskPage): RouteObject {
  return {
    path: page.url,
    handle: page,
    loader: (args) => openPage(page, args),
    shouldRevalidate: ({ currentUrl, nextUrl }) => currentUrl.pathname !== nextUrl.pathname,
    Component: Nothing,
  }
}
