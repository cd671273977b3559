import { createContext, type ComponentType } from 'react'
import type { ExporterProps } from '#packages/web/core/module.ts'

/** How lists are brought in and taken along as spreadsheets. The entry provides it, because packages know no module. */
export interface SheetImportExport {
  /** Opens the page that brings in rows of this kind, for this organisation. */
  openImport: (target: string, orgId: string) => void
  /** Whoever has it may take a list along. */
  permission: string
  /** The dialog for that, fetched when it is opened. */
  Exporter: ComponentType<ExporterProps>
}

export const SheetImportExportContext = createContext<SheetImportExport | null>(null)
