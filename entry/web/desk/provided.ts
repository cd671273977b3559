import { lazy } from 'react'
import type { Sheets } from '#packages/web/desk/sheets.ts'
import { sheetDoor } from './modules.ts'

/** The row that asks for a code, for pages that know nothing of the doors; drawn where antd's theme is already. */
export const CodeRow = lazy(async () => ({ default: (await import('./personal/code-row.tsx')).CodeRow }))

/** What lists need to know of the module for spreadsheets. */
export function sheetsOf(navigate: (address: string) => void): Sheets | null {
  if (!sheetDoor) return null
  const { importer, exporter } = sheetDoor
  return {
    bringIn: (target, orgId) => navigate(`${importer}?${new URLSearchParams({ target, orgId }).toString()}`),
    permission: exporter.permission,
    Exporter: lazy(exporter.load),
  }
}
