import { QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import '#packages/web/core/base.css'
import { setLeave, setStartAgain } from '#packages/web/core/leave.ts'
import { writeTokens } from '#packages/web/core/tokens.ts'
import { ToastProvider } from '#packages/web/desk/toast.tsx'
import { queryClient } from './menu.ts'
import { newRouter } from './router.tsx'
import { showSwitched, SwitchedNotice } from './shell/switched-notice.tsx'
import { Theme } from './theme.tsx'

/** The root of the staff: antd, the menu, the pages of all modules. */
export function start(element: HTMLElement) {
  writeTokens(document.documentElement)
  const router = newRouter()
  // The sign-in page belongs to the other root, so it is a new document; everything else stays in this one.
  setLeave((address) => (address.startsWith('/login') ? location.assign(address) : void router.navigate(address)))
  setStartAgain(showSwitched)
  createRoot(element).render(
    <QueryClientProvider client={queryClient}>
      <Theme>
        <ToastProvider>
          <RouterProvider router={router} />
          <SwitchedNotice />
        </ToastProvider>
      </Theme>
    </QueryClientProvider>,
  )
}
