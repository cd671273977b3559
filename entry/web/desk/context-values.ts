import { lazy } from 'react'
import type { SheetImportExport } from '#packages/web/desk/sheet-import-export.ts'
import { sheetSupport } from './web-modules.ts'

/** The row for a verification code, for pages that do not import the sign-in code; rendered inside antd's theme. */
export const LazyCodeRow = lazy(async () => (await import('#kernel/session/web/index.ts')).loadCodeRow())

/** Connects lists to the spreadsheet module. */
export function createSheets(navigate: (address: string) => void): SheetImportExport | null {
  if (!sheetSupport) return null
  const { importUrl, exportPermission, loadExporter } = sheetSupport
  return {
    openImport: (target, orgId, preset) => {
      const values = preset ? { preset: new URLSearchParams(preset).toString() } : {}
      navigate(`${importUrl}?${new URLSearchParams({ target, orgId, ...values }).toString()}`)
    },
    permission: exportPermission,
    Exporter: lazy(loadExporter),
  }
}
