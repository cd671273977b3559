import type { ExportCell } from './source.ts'
import type { WrittenCell, WrittenSheet } from './writer/sheet-xml.ts'
import type { LookName } from './writer/styles.ts'
import { placesOf } from './writer/width.ts'
import { sheetName, workbookStream } from './writer/workbook.ts'

export interface StreamedColumn {
  title: string
  /** In characters. */
  width?: number
  kind?: 'text' | 'number'
  /** In red: what is wrong with a row. */
  isAlarm?: boolean
}

type Facts = readonly (readonly [string, string])[]

export interface SheetToStream {
  sheetName: string
  columns: readonly StreamedColumn[]
  rows: Iterable<readonly ExportCell[]> | AsyncIterable<readonly ExportCell[]>
  /** Who took it, when, what of: on a sheet of its own. Asked for when the rows are written and can be counted. */
  facts?: Facts | (() => Facts)
  /** Above every printed page. */
  printed?: string
  title?: string
  /** Stands in the properties of the file. */
  creator?: string
}

const factsName = '导出信息'

/** A spreadsheet of a list, a piece at a time, in the memory of a few rows. What it holds is values, never formulas. */
export function sheetStream({
  columns,
  facts,
  title,
  creator,
  printed,
  ...given
}: SheetToStream): AsyncIterable<Uint8Array> {
  const name = sheetName(given.sheetName)
  const sheet: WrittenSheet = {
    name: name === factsName ? '数据' : name,
    columns: columns.map((column) => ({ width: column.width ?? widthOf(column.title), look: lookOf(column) })),
    frozenRows: 1,
    isLandscape: columns.length > 6,
    ...(printed ? { printed } : {}),
    rows: withHead(columns, given.rows),
  }
  const sheets = facts ? [sheet, factsSheet(facts)] : [sheet]
  return workbookStream({ sheets, title: title ?? name, creator: creator ?? '启明' })
}

const widthOf = (title: string) => Math.min(60, Math.max(12, placesOf(title) + 4))

function lookOf({ kind, isAlarm }: StreamedColumn): LookName {
  if (isAlarm) return 'alarm'
  return kind === 'number' ? 'plain' : 'text'
}

async function* withHead(columns: readonly StreamedColumn[], rows: SheetToStream['rows']) {
  yield columns.map(({ title }): WrittenCell => ({ value: title, look: 'head' }))
  const looks = columns.map(lookOf)
  for await (const row of rows) yield row.map((value, at): WrittenCell => ({ value, look: looks[at] ?? 'text' }))
}

const factsSheet = (facts: NonNullable<SheetToStream['facts']>): WrittenSheet => ({
  name: factsName,
  columns: [{ width: 18 }, { width: 70 }],
  rows: factRows(facts),
})

function* factRows(facts: NonNullable<SheetToStream['facts']>): Generator<WrittenCell[]> {
  for (const [what, words] of typeof facts === 'function' ? facts() : facts)
    yield [
      { value: what, look: 'head' },
      { value: words, look: 'framedWords' },
    ]
}
