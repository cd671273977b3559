import { QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import '#packages/web/core/base.css'
import '#packages/web/core/print.css'
import { watchAppearance } from '#packages/web/core/appearance.ts'
import { setConfirmOrganisationSwitch, setVisitOrganisation } from '#packages/web/core/other-organisation.ts'
import { watchClientErrors } from '#packages/web/core/client-errors.ts'
import { setForgetUser, setNavigate, setRestart } from '#packages/web/core/session-redirects.ts'
import { addPrintFooter } from '#packages/web/core/print-footer.ts'
import { writeDeskTokens } from '#packages/web/core/tokens.desk.ts'
import { PreferenceStoreContext } from '#packages/web/desk/preference-store.ts'
import { DrillDownListsContext } from '#packages/web/desk/stat-page/drill-down-lists-context.ts'
import { FieldControlsContext } from '#packages/web/desk/entity/field-control.tsx'
import { CodeRowContext } from '#packages/web/desk/step-up.tsx'
import { SheetImportExportContext } from '#packages/web/desk/sheet-import-export.ts'
import { ToastProvider } from '#packages/web/desk/toast.tsx'
import { preferenceStore } from './preference-store.ts'
import { queryClient } from './menu.ts'
import { drillDownLists, fieldParts, prefetchBarModules } from './web-modules.ts'
import { LazyCodeRow, createSheets } from './context-values.ts'
import { createRouter } from './router.tsx'
import { showLayer } from './shell/layers.tsx'
import { showSwitchedNotice, SwitchedNotice } from './shell/switched-notice.tsx'
import { resolveOrganisationTarget, setOrganisationTarget } from './switching/organisation-target.ts'
import { visitOrganisationTarget } from './switching/visit-organisation.ts'
import { forgetTags, reopenTags } from './page-tags/tag-store.ts'

/** The root for staff: the menu, and the pages of all modules. */
export function start(element: HTMLElement) {
  if (import.meta.env.PROD) watchClientErrors()
  watchAppearance((appearance) => writeDeskTokens(document.documentElement, appearance))
  prefetchBarModules()
  reopenTags()
  const router = createRouter()
  // The sign-in page belongs to the other root, so it needs a new document; other pages stay in this one.
  setNavigate((address) => (address.startsWith('/login') ? location.assign(address) : void router.navigate(address)))
  setRestart(showSwitchedNotice)
  setForgetUser(forgetTags)
  setConfirmOrganisationSwitch((target) => {
    void resolveOrganisationTarget(target).then((resolved) => {
      if (!resolved) return router.navigate(target.url)
      setOrganisationTarget(resolved)
      return showLayer('elsewhere')
    })
  })
  setVisitOrganisation(visitOrganisationTarget)
  addPrintFooter()
  createRoot(element).render(
    <QueryClientProvider client={queryClient}>
      <ToastProvider>
        <PreferenceStoreContext value={preferenceStore}>
          <SheetImportExportContext value={createSheets((address) => void router.navigate(address))}>
            <CodeRowContext value={LazyCodeRow}>
              <FieldControlsContext value={fieldParts}>
                <DrillDownListsContext value={drillDownLists}>
                  <RouterProvider router={router} />
                </DrillDownListsContext>
              </FieldControlsContext>
            </CodeRowContext>
          </SheetImportExportContext>
        </PreferenceStoreContext>
        <SwitchedNotice />
      </ToastProvider>
    </QueryClientProvider>,
  )
}
