import { QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import '#packages/web/core/base.css'
import { watchAppearance } from '#packages/web/core/appearance.ts'
import { watchClientErrors } from '#packages/web/core/client-errors.ts'
import { findOutsideKind, outsideHomes } from '#packages/web/core/outside-paths.ts'
import { createQueryClient } from '#packages/web/core/query-client.ts'
import { setNavigate } from '#packages/web/core/session-redirects.ts'
import { writeDeskTokens } from '#packages/web/core/tokens.desk.ts'
import { PreferenceStoreContext } from '#packages/web/desk/preference-store.ts'
import { ToastProvider } from '#packages/web/desk/toast.tsx'
import { PageError } from '../desk/shell/page-error.tsx'
import { keepsNothing } from './keeps-nothing.ts'
import { outsidePages } from './outside-pages.ts'
import { OutsideShell } from './outside-shell.tsx'
import { OutsidePageFrame, UnknownPage } from './outside-page-frame.tsx'

/** The root of platform administrators and developers: a side menu and their pages, without the shell of staff. */
export function start(element: HTMLElement) {
  if (import.meta.env.PROD) watchClientErrors()
  watchAppearance((appearance) => writeDeskTokens(document.documentElement, appearance))
  const kind = findOutsideKind(location.pathname) ?? 'developer'
  const router = createBrowserRouter([
    {
      path: '/',
      element: <OutsideShell kind={kind} />,
      ErrorBoundary: PageError,
      children: [
        {
          ErrorBoundary: PageError,
          children: [
            ...outsidePages
              .filter((page) => page.kind === kind)
              .map((page) => ({ path: page.address, element: <OutsidePageFrame key={page.address} page={page} /> })),
            { path: '*', element: <UnknownPage home={outsideHomes[kind]} /> },
          ],
        },
      ],
    },
  ])
  // Pages of the other kind and of the portal are other documents.
  setNavigate((address) =>
    findOutsideKind(address) === kind ? void router.navigate(address) : location.assign(address),
  )
  createRoot(element).render(
    <QueryClientProvider client={createQueryClient()}>
      <ToastProvider>
        <PreferenceStoreContext value={keepsNothing}>
          <RouterProvider router={router} />
        </PreferenceStoreContext>
      </ToastProvider>
    </QueryClientProvider>,
  )
}
