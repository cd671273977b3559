import { lazy } from 'react'
import type { SheetImportExport } from '#packages/web/desk/sheet-import-export.ts'
import { sheetSupport } from './web-modules.ts'

/** The row that asks for a code, for pages that know nothing of the doors; drawn where antd's theme is already. */
export const CodeRow = lazy(async () => ({ default: (await import('./personal/code-row.tsx')).CodeRow }))

/** What lists need to know of the module for spreadsheets. */
export function createSheets(navigate: (address: string) => void): SheetImportExport | null {
  if (!sheetSupport) return null
  const { importer, exporter } = sheetSupport
  return {
    openImport: (target, orgId) => navigate(`${importer}?${new URLSearchParams({ target, orgId }).toString()}`),
    permission: exporter.permission,
    Exporter: lazy(exporter.load),
  }
}
