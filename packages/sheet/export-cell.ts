export type ExportCell = string | number | null
