import { createContext, type ComponentType } from 'react'
import type { ExporterProps } from '#packages/web/core/module.ts'

/** Import and export of lists as spreadsheets. The entry provides it, because packages must not import modules. */
export interface SheetImportExport {
  /** Opens the import page for rows of this kind, for this organisation, with values that the file need not have. */
  openImport: (target: string, orgId: string, preset?: Readonly<Record<string, string>>) => void
  /** The permission to export a list. */
  permission: string
  /** The export dialog, loaded when it is opened. */
  Exporter: ComponentType<ExporterProps>
}

export const SheetImportExportContext = createContext<SheetImportExport | null>(null)
