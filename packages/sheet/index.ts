export type { ColumnKind, SheetChoice, SheetColumn } from './sheet-column.ts'
export type { ExportCell } from './export-cell.ts'
export type { AnyExportSource, ExportPageRequest, ExportColumn, ExportSource } from './export-source.ts'
export type {
  CheckedRow,
  Fix,
  ImportEffect,
  ImportTarget,
  RowIssue,
  SheetRow,
  UndoResult,
  RowVerdict,
} from './import-target.ts'
export type { GridCell, GridTemplateSheet, SheetGrid } from './sheet-grid.ts'
export type { RawCell } from './raw-cell.ts'
export { guessColumns, type ColumnGuess } from './guess-columns.ts'
export { createMaskedIssue } from './masked-cells.ts'
export { findChoice, findNearestChoice } from './find-choice.ts'
export { skipHiddenColumns } from './hidden-columns.ts'
export { getIssueTitle } from './issue-titles.ts'
export { parseCell, type ParsedCell } from './parse-cell.ts'
export { checkSheetFile } from './check-sheet-file.ts'
export { readSheet, type ReadOptions, type SheetPiece } from './read-sheet.ts'
export { getCellText } from './cell-text.ts'
export { writeGridTemplate, writeTemplate } from './write-template.ts'
export { streamSheet, streamSheets, type SheetPart } from './sheet-stream.ts'
