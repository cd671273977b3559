import { QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import '#packages/web/core/base.css'
import '#packages/web/core/print.css'
import { isBigText } from '#packages/web/core/big-text.ts'
import { setLeadElsewhere, setVisit } from '#packages/web/core/elsewhere.ts'
import { watchErrors } from '#packages/web/core/error-list.ts'
import { setLeave, setStartAgain } from '#packages/web/core/leave.ts'
import { signPrints } from '#packages/web/core/print.ts'
import { writeDeskTokens } from '#packages/web/core/tokens.desk.ts'
import { writeTokens } from '#packages/web/core/tokens.ts'
import { BoardCardsContext } from '#packages/web/desk/board-cards.ts'
import { KeeperContext } from '#packages/web/desk/keeper.ts'
import { CodeRowContext } from '#packages/web/desk/proving.tsx'
import { SheetsContext } from '#packages/web/desk/sheets.ts'
import { ToastProvider } from '#packages/web/desk/toast.tsx'
import { keeper } from './keeper.ts'
import { queryClient } from './menu.ts'
import { boardCards } from './modules.ts'
import { CodeRow, sheetsOf } from './provided.ts'
import { newRouter } from './router.tsx'
import { showLayer } from './shell/layers.tsx'
import { showSwitched, SwitchedNotice } from './shell/switched-notice.tsx'
import { placeToGo, wantElsewhere } from './switching/elsewhere.ts'
import { visit } from './switching/visit.ts'
import { reopenTags } from './tags/store.ts'

/** The root of the staff: the menu, and the pages of all modules. */
export function start(element: HTMLElement) {
  if (import.meta.env.PROD) watchErrors()
  writeTokens(document.documentElement, isBigText())
  writeDeskTokens(document.documentElement)
  reopenTags()
  const router = newRouter()
  // The sign-in page belongs to the other root, so it is a new document; everything else stays in this one.
  setLeave((address) => (address.startsWith('/login') ? location.assign(address) : void router.navigate(address)))
  setStartAgain(showSwitched)
  setLeadElsewhere((place) => {
    void placeToGo(place).then((wanted) => {
      if (!wanted) return router.navigate(place.url)
      wantElsewhere(wanted)
      return showLayer('elsewhere')
    })
  })
  setVisit(visit)
  signPrints()
  createRoot(element).render(
    <QueryClientProvider client={queryClient}>
      <ToastProvider>
        <KeeperContext value={keeper}>
          <BoardCardsContext value={boardCards}>
            <SheetsContext value={sheetsOf((address) => void router.navigate(address))}>
              <CodeRowContext value={CodeRow}>
                <RouterProvider router={router} />
              </CodeRowContext>
            </SheetsContext>
          </BoardCardsContext>
        </KeeperContext>
        <SwitchedNotice />
      </ToastProvider>
    </QueryClientProvider>,
  )
}
