import type { FileHandle } from 'node:fs/promises'
import type { RawCell } from '../raw-cell.ts'
import { normaliseHeading } from '../normalise-heading.ts'
import { BadSheet } from './bad-sheet.ts'
import { readCsv } from './csv.ts'
import { findGrid, listGridCells, type GridLayout } from './find-grid.ts'
import { findHeading, type HeadingRow } from './find-heading.ts'
import { sheetLimits } from './limits.ts'
import type { RawRow } from './row-listener.ts'
import { openWorkbook, type Sheet, type Workbook } from './workbook.ts'

export interface ReadRequest {
  suffix: 'xlsx' | 'csv'
  rowsAtMost: number
  /** Titles and synonyms of the columns, for finding the heading row. */
  known: readonly string[]
  /** Headings by which the sheets of a grid are recognised, where the target has one. */
  gridHeadings?: readonly string[]
}

export type ReaderMessage =
  | {
      kind: 'head'
      sheetName: string
      headings: string[]
      headRow: number
      template: { target: string; version: number } | null
      /** The rows are cells of grids: sheet, reference, heading, labels, text. */
      grid?: {
        /** Sheets that are no grid. */
        leftOut: string[]
      }
    }
  | { kind: 'rows'; rows: RawRow[] }
  | { kind: 'end'; rowCount: number; peakBytes: number }

const rowsAtOnce = 500
/** Sheets of our own templates and exports that contain no data. */
const ignoredSheets = new Set(['说明', '填写说明', '导出信息'])
export const templateSheet = '_template'

type RowSource = (take: (rows: RawRow[]) => 'more' | 'enough') => Promise<void>

/** Emits the headings and then the rows. Returns the number of rows. */
export async function readSheetRows(
  file: FileHandle,
  request: ReadRequest,
  emit: (message: ReaderMessage) => void,
): Promise<number> {
  const known = new Set(request.known.map(normaliseHeading))
  known.delete('')
  if (request.suffix === 'csv') {
    const source: RowSource = (take) => readCsv(file, take)
    const top = await readTop(source)
    return emitAll({ source, top, heading: findHeading(top, known), sheetName: '', template: null }, request, emit)
  }
  const workbook = await openWorkbook(file)
  const template = await findTemplate(workbook)
  const grids = request.gridHeadings ? await findGrids(workbook, known, request.gridHeadings) : null
  if (grids) return emitGrids(workbook, { ...grids, template }, request, emit)
  const { sheet, top, heading } = await chooseSheet(workbook, known)
  const source: RowSource = (take) => workbook.read(sheet, take)
  return emitAll({ source, top, heading, sheetName: sheet.name, template }, request, emit)
}

/** The first rows that are not empty. */
async function readTop(source: RowSource): Promise<RawRow[]> {
  const top: RawRow[] = []
  await source((rows) => {
    top.push(...rows.slice(0, sheetLimits.topRows - top.length))
    return top.length < sheetLimits.topRows ? 'more' : 'enough'
  })
  return top
}

const listShown = ({ sheets }: Workbook) =>
  sheets.filter(({ name, isHidden }) => !isHidden && !ignoredSheets.has(name.trim()))

/** A heading with as many known words is that of a list, also where a grid could be seen in it. */
const wordsOfList = 3

/** The grids of a workbook; null if it is a list or neither. */
async function findGrids(workbook: Workbook, known: ReadonlySet<string>, gridHeadings: readonly string[]) {
  const words = new Set(gridHeadings.map(normaliseHeading))
  const grids: { sheet: Sheet; layout: GridLayout }[] = []
  const leftOut: string[] = []
  for (const sheet of listShown(workbook)) {
    const top = await readTop((take) => workbook.read(sheet, take))
    if ((findHeading(top, known)?.known ?? 0) >= wordsOfList) return null
    const layout = findGrid(top, words)
    if (layout) grids.push({ sheet, layout })
    else if (top.length > 0) leftOut.push(sheet.name)
  }
  return grids.length > 0 ? { grids, leftOut } : null
}

interface FoundGrids {
  grids: readonly { sheet: Sheet; layout: GridLayout }[]
  leftOut: string[]
  template: { target: string; version: number } | null
}

/** The filled cells of all grids as rows, numbered through the file. */
async function emitGrids(
  workbook: Workbook,
  { grids, leftOut, template }: FoundGrids,
  { rowsAtMost }: ReadRequest,
  emit: (message: ReaderMessage) => void,
): Promise<number> {
  const sheetName = grids.length === 1 ? grids[0]!.sheet.name : `${grids.length}张工作表`
  emit({ kind: 'head', sheetName, headings: [], headRow: 0, template, grid: { leftOut } })
  let row = 0
  for (const { sheet, layout } of grids) {
    const found: RawRow[] = []
    await workbook.read(sheet, (rows) => {
      for (const { reference, heading, labels, text } of rows.flatMap((one) => listGridCells(layout, one)))
        found.push({ row: ++row, cells: [sheet.name, reference, heading, labels.join('\n'), text] })
      if (row > rowsAtMost) throw new BadSheet(`数据超过${rowsAtMost}格，请拆分后上传`)
      return 'more'
    })
    if (found.length > 0) emit({ kind: 'rows', rows: found })
  }
  return row
}

/** The sheet with most known words; otherwise the first with headings. */
async function chooseSheet(workbook: Workbook, known: ReadonlySet<string>) {
  let best: { sheet: Sheet; top: RawRow[]; heading: HeadingRow } | undefined
  const shown = listShown(workbook)
  if (shown.length === 0)
    throw new BadSheet(workbook.sheets.length === 0 ? '文件里没有工作表' : '没有可导入的工作表，请取消隐藏后上传')
  for (const sheet of shown) {
    const top = await readTop((take) => workbook.read(sheet, take))
    const heading = findHeading(top, known)
    if (heading && (!best || (best.heading.known === 0 && heading.known > 0))) best = { sheet, top, heading }
    if (best && best.heading.known > 0) break
  }
  if (!best) throw new BadSheet('文件为空')
  return best
}

/** The template of the file, as marked by `writeTemplate`. */
async function findTemplate(workbook: Workbook) {
  const sheet = workbook.sheets.find(({ name }) => name === templateSheet)
  if (!sheet) return null
  const facts = new Map((await readTop((take) => workbook.read(sheet, take))).map(({ cells }) => [cells[0], cells[1]]))
  const [target, version] = [facts.get('target'), Number(facts.get('version'))]
  return typeof target === 'string' && Number.isInteger(version) ? { target: target.slice(0, 60), version } : null
}

interface FoundSheet {
  source: RowSource
  top: readonly RawRow[]
  heading: HeadingRow | null
  sheetName: string
  template: { target: string; version: number } | null
}

async function emitAll(
  sheet: FoundSheet,
  { rowsAtMost }: ReadRequest,
  emit: (message: ReaderMessage) => void,
): Promise<number> {
  const { source, top, heading, sheetName, template } = sheet
  if (!heading) throw new BadSheet('文件为空')
  const { row: headRow, cells } = top[heading.at]!
  // Columns without a heading are included, if one of the first rows has a value in them.
  const width = Math.max(...top.slice(heading.at).map((row) => row.cells.length))
  const headings = Array.from({ length: width }, (_, at) => toHeading(cells[at] ?? null))
  emit({ kind: 'head', sheetName, headings, headRow, template })

  let rowCount = 0
  let waiting: RawRow[] = []
  const flush = () => {
    if (waiting.length > 0) emit({ kind: 'rows', rows: waiting })
    waiting = []
  }
  await source((rows) => {
    for (const { row, cells: all } of rows) {
      if (row <= headRow) continue
      const within = Array.from({ length: width }, (_, at) => all[at] ?? null)
      if (within.every((cell) => cell === null)) continue
      if (++rowCount > rowsAtMost) throw new BadSheet(`数据超过${rowsAtMost}行，请拆分后上传`)
      waiting.push({ row, cells: within })
      if (waiting.length >= rowsAtOnce) flush()
    }
    return 'more'
  })
  flush()
  return rowCount
}

const toHeading = (cell: RawCell) => (cell === null ? '' : String(cell).replaceAll(/\s+/g, ' ').trim().slice(0, 200))
