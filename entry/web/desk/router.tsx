import { createBrowserRouter, redirect, replace, type LoaderFunctionArgs, type RouteObject } from 'react-router'
import { PageContext } from '#packages/web/desk/page-context.tsx'
import { loadMenu } from './menu.ts'
import { pages, type DeskPage } from './modules.ts'
import { NoRightPage } from './pages/no-right.tsx'
import { NotFoundPage } from './pages/not-found.tsx'
import { NothingYetPage } from './pages/nothing-yet.tsx'
import { PageFault } from './shell/page-fault.tsx'
import { ShellFrame } from './shell/shell-frame.tsx'
import { Shell } from './shell/shell.tsx'
import { ShellFault } from './shell/shell-fault.tsx'
import { personalPages } from './personal/places.ts'

/** All routes of the house, static: what a user may not open is guarded, not left out. */
export const newRouter = () =>
  createBrowserRouter([
    {
      id: 'shell',
      path: '/',
      Component: Shell,
      HydrateFallback: ShellFrame,
      ErrorBoundary: ShellFault,
      loader: loadMenu,
      shouldRevalidate: () => false,
      children: [
        {
          ErrorBoundary: PageFault,
          children: [
            { index: true, loader: toFirstPage, Component: NothingYetPage },
            ...pages.map(routeOf),
            ...personalPages.map(personalRouteOf),
            { path: '401', Component: NoRightPage },
            { path: '404', Component: NotFoundPage },
            { path: '*', loader: ({ request }) => away(request, '/404') },
          ],
        },
      ],
    },
  ])

/** Elsewhere, without leaving an address behind that would only lead here again. */
function away(request: Request, to: string) {
  // On a first load, and on the browser's back, the address is already in the history.
  return request.url === location.href.replace(/#.*$/, '') ? replace(to) : redirect(to)
}

async function toFirstPage({ request }: LoaderFunctionArgs) {
  const { modules } = await loadMenu()
  const first = modules.flatMap(({ children }) => children).find(({ url }) => pages.some((page) => page.url === url))
  return first ? away(request, first.url) : null
}

function personalRouteOf(page: (typeof personalPages)[number]): RouteObject {
  return { path: page.url, handle: page, lazy: async () => ({ Component: (await page.load()).default }) }
}

function routeOf(page: DeskPage): RouteObject {
  return {
    path: page.url,
    handle: page,
    loader: (args) => guard(page, args),
    shouldRevalidate: ({ currentUrl, nextUrl }) => currentUrl.pathname !== nextUrl.pathname,
    lazy: async () => {
      const { default: Page } = await page.load()
      return {
        Component: () => (
          <PageContext value={page}>
            <Page />
          </PageContext>
        ),
      }
    },
  }
}

async function guard({ permission }: DeskPage, { request }: LoaderFunctionArgs) {
  const { permissions } = await loadMenu()
  if (permissions.includes(permission.code)) return null
  const { pathname, search } = new URL(request.url)
  return away(request, `/401?redirect=${encodeURIComponent(pathname + search)}`)
}
