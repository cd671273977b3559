import type { ExportCell } from './export-cell.ts'
import type { WrittenCell, WrittenSheet } from './writer/sheet-xml.ts'
import type { CellStyleName } from './writer/cell-styles.ts'
import { getTextWidth } from './writer/text-width.ts'
import { toSheetName, workbookStream } from './writer/workbook.ts'

export interface StreamedColumn {
  title: string
  /** In characters. */
  width?: number
  kind?: 'text' | 'number'
  /** In red, for the errors of a row. */
  isAlarm?: boolean
}

type FileFacts = readonly (readonly [string, string])[]

/** One sheet of a workbook. */
export interface SheetPart {
  sheetName: string
  columns: readonly StreamedColumn[]
  rows: Iterable<readonly ExportCell[]> | AsyncIterable<readonly ExportCell[]>
}

interface WorkbookInput {
  /** Requester, time and filter, on a separate sheet. A function is called after the rows are written and counted. */
  facts?: FileFacts | (() => FileFacts)
  /** The header of every printed page. */
  printed?: string
  title?: string
  /** The creator in the file properties. */
  creator?: string
}

export type SheetStreamInput = SheetPart & WorkbookInput

const factsName = '导出信息'

/** Streams a list as a spreadsheet, with only a few rows in memory. It contains values, never formulas. */
export const streamSheet = ({ sheetName, columns, rows, ...workbook }: SheetStreamInput): AsyncIterable<Uint8Array> =>
  streamSheets({ ...workbook, sheets: [{ sheetName, columns, rows }] })

/** The same with several sheets; equal names get a number. */
export function streamSheets({
  sheets: parts,
  facts,
  title,
  creator,
  printed,
}: WorkbookInput & { sheets: readonly SheetPart[] }): AsyncIterable<Uint8Array> {
  const names = listSheetNames(parts)
  const sheets = parts.map(({ columns, rows }, at): WrittenSheet => ({
    name: names[at]!,
    columns: columns.map((column) => ({
      width: column.width ?? getColumnWidth(column.title),
      look: getCellStyle(column),
    })),
    frozenRows: 1,
    isLandscape: columns.length > 6,
    ...(printed ? { printed } : {}),
    rows: withHeadRow(columns, rows),
  }))
  return workbookStream({
    sheets: facts ? [...sheets, buildFactsSheet(facts)] : sheets,
    title: title ?? names[0],
    creator: creator ?? '启明',
  })
}

function listSheetNames(parts: readonly SheetPart[]): string[] {
  const names: string[] = []
  for (const { sheetName } of parts) {
    const name = toSheetName(sheetName)
    const free = name === factsName ? '数据' : name
    let unused = free
    for (let nth = 2; names.includes(unused); nth++) unused = `${free.slice(0, 28)} ${nth}`
    names.push(unused)
  }
  return names
}

const getColumnWidth = (title: string) => Math.min(60, Math.max(12, getTextWidth(title) + 4))

function getCellStyle({ kind, isAlarm }: StreamedColumn): CellStyleName {
  if (isAlarm) return 'alarm'
  return kind === 'number' ? 'plain' : 'text'
}

async function* withHeadRow(columns: readonly StreamedColumn[], rows: SheetPart['rows']) {
  yield columns.map(({ title }): WrittenCell => ({ value: title, style: 'head' }))
  const styles = columns.map(getCellStyle)
  for await (const row of rows) yield row.map((value, at): WrittenCell => ({ value, style: styles[at] ?? 'text' }))
}

const buildFactsSheet = (facts: NonNullable<WorkbookInput['facts']>): WrittenSheet => ({
  name: factsName,
  columns: [{ width: 18 }, { width: 70 }],
  rows: factRows(facts),
})

function* factRows(facts: NonNullable<WorkbookInput['facts']>): Generator<WrittenCell[]> {
  for (const [what, text] of typeof facts === 'function' ? facts() : facts)
    yield [
      { value: what, style: 'head' },
      { value: text, style: 'framedWords' },
    ]
}
