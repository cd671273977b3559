import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { Refusal } from '#packages/core'
import type { Db } from '#packages/db'
import { guessColumns, readSheet, getCellText, type ImportTarget, type RawCell, type SheetGrid } from '#packages/sheet'
import { defineTask, type TaskRun } from '#kernel/task/server/api.ts'
import { createOwnerContext, inTaskDistrict } from '../task-context.ts'
import {
  findBatchOfTask,
  updateBatch,
  findSavedMapping,
  type BatchRecord,
  type MappedColumn,
} from '../import-queries.ts'
import { insertRows } from '../import-row-queries.ts'
import { getImportTarget, limitToVisible } from '../import-targets.ts'
import { deleteImportFile, getImportKey, getImportStore } from '../import-files.ts'
import { BatchCipher, type FileHead, type FileHeadColumn } from '../batch-cipher.ts'
import { getBatchUrl } from './batch-url.ts'
import { settleOnRefusal } from './settle-import.ts'

/** Rows for finding problems of a column; guessing the mapping needs fewer. */
const sampleRows = 2_000
const guessRows = 100
const samplesShown = 3
const valuesKept = 30
const sampleLength = 60
export const copyFolder = 'qiming-import-'
/** The column that we add to the file of wrong rows; it is not imported. */
export const reasonHeading = '错误原因'

/** Parses a file into rows, which are stored encrypted until they are applied. */
export const readFileTask = defineTask<{ batchId: string; preset?: Record<string, string> }>({
  kind: 'sheet.read',
  title: '读取导入文件',
  run: (run, { batchId, preset = {} }) =>
    settleOnRefusal(run, batchId, 'reading', async () => {
      const batch = await inTaskDistrict(run, (db) => findBatchOfTask(db, run.taskId, batchId), { readOnly: true })
      if (batch?.status !== 'reading') return {}
      const rowCount = await readIntoBatch(run, batch, preset)
      return rowCount === undefined
        ? {}
        : { page: getBatchUrl(batchId), message: `共${rowCount}行，待匹配字段`, isPaused: true }
    }),
})

/** Returns the number of rows; undefined when the batch was discarded since. */
async function readIntoBatch(
  run: TaskRun,
  batch: BatchRecord,
  preset: Record<string, string>,
): Promise<number | undefined> {
  const { target, cipher } = await inTaskDistrict(run, (db) => openTarget(run, db, batch), { readOnly: true })
  const folder = await mkdtemp(join(tmpdir(), copyFolder))
  try {
    const path = join(folder, `file.${batch.suffix}`)
    await writeFile(path, await fetchImportFile(run, cipher, batch.id), { mode: 0o600 })
    const read = await readFileRows(run, batch, { path, target, cipher })
    if (!read) return undefined
    const { facts, samples, rowCount } = read
    if (rowCount === 0) throw new Refusal('文件为空')
    const { head, guessed } = buildHead(target, facts, samples)
    head.preset = preset
    await inTaskDistrict(run, async (db) => {
      const mappingKey = { orgId: batch.orgId, target: batch.target, headings: cipher.hashHeadings(head.headings) }
      const remembered = await findSavedMapping(db, mappingKey)
      const mapping = remembered ? applySavedMapping(target, remembered) : guessed
      const change = { status: 'mapping', row_count: rowCount, mapping, head: cipher.encryptHead(head) } as const
      const notice = describeLeftOut(facts.leftOut)
      const message = notice === '' ? {} : { message: [batch.message, notice].filter(Boolean).join('。').slice(0, 300) }
      await updateBatch(db, batch.id, ['reading'], { ...change, ...message })
    })
    await deleteImportFile(run, run.districtId, batch.id)
    return rowCount
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function openTarget(run: TaskRun, db: Db, batch: BatchRecord) {
  const target = getImportTarget(run, batch.target)
  const ctx = await createOwnerContext(run, db, target)
  return { target: limitToVisible(ctx, target), cipher: await BatchCipher.create(ctx) }
}

async function fetchImportFile(run: TaskRun, cipher: BatchCipher, batchId: string): Promise<Buffer> {
  const object = await (await getImportStore(run)).get(getImportKey(run.districtId, batchId))
  if (!object) throw new Refusal('文件已不可用，请重新上传')
  return cipher.decryptFile(await buffer(object.body))
}

interface ReadSource {
  path: string
  target: ImportTarget
  cipher: BatchCipher
}
interface SheetFacts {
  sheetName: string
  headings: string[]
  /** Sheets of a workbook of grids that are none. */
  leftOut: readonly string[]
}

const describeLeftOut = (sheets: readonly string[]) =>
  sheets.length === 0 ? '' : `未识别的工作表不导入：${sheets.slice(0, 10).join('、')}${sheets.length > 10 ? '等' : ''}`

/** Writes the rows in pieces while reading. */
async function readFileRows(run: TaskRun, batch: BatchRecord, { path, target, cipher }: ReadSource) {
  const samples: RawCell[][] = []
  let facts: SheetFacts = { sheetName: '', headings: [], leftOut: [] }
  let rowCount = 0
  let grid: SheetGrid | undefined
  const known = target.columns.flatMap(({ title, synonyms = [] }) => [title, ...synonyms])
  const gridHeadings = target.grid && { gridHeadings: target.grid.known }
  const options = { suffix: batch.suffix, rowsAtMost: target.rowsAtMost, known, ...gridHeadings, signal: run.signal }
  for await (const piece of readSheet(path, options)) {
    if (piece.kind === 'head') {
      requireTemplate(target, piece.template)
      grid = piece.grid && target.grid
      facts = { ...piece, leftOut: piece.grid?.leftOut ?? [], headings: [...(grid?.headings ?? piece.headings)] }
    } else if (piece.kind === 'rows') {
      const rows = grid ? unfoldRows(grid, piece.rows, rowCount) : piece.rows
      for (const { cells } of rows.slice(0, Math.max(0, sampleRows - samples.length))) samples.push([...cells])
      const sealed = rows.map(({ row, cells }) => ({ row, raw: cipher.encryptRaw(cells) }))
      rowCount += rows.length
      if (rowCount > target.rowsAtMost) throw new Refusal(`数据超过${target.rowsAtMost}行，请拆分后上传`)
      if (!(await insertWhileRead(run, batch.id, sealed))) return undefined
      await run.progress(rowCount)
    }
  }
  return { facts, samples, rowCount }
}

/** The rows of the cells of a grid, numbered through the file. */
function unfoldRows(grid: SheetGrid, cells: readonly { cells: readonly RawCell[] }[], before: number) {
  const rows = cells.flatMap(({ cells: parts }) => {
    const [sheetName = '', reference = '', heading = '', labels = '', text = ''] = parts.map(String)
    return grid.unfold({ sheetName, reference, heading, labels: labels.split('\n').filter(Boolean), text })
  })
  return rows.map((row, at) => ({ row: before + at + 1, cells: row }))
}

const insertWhileRead = (run: TaskRun, batchId: string, rows: Parameters<typeof insertRows>[2]) =>
  inTaskDistrict(run, async (db) => {
    const batch = await findBatchOfTask(db, run.taskId, batchId, 'share')
    if (batch?.status !== 'reading') return false
    await insertRows(db, batchId, rows)
    return true
  })

function requireTemplate(target: ImportTarget, template: { target: string; version: number } | null) {
  if (!template) return
  if (template.target !== target.key) throw new Refusal(`这不是${target.title}的导入模板，请重新选择文件`)
  if (template.version < target.version) throw new Refusal('模板版本过旧，请重新下载')
}

function buildHead(target: ImportTarget, { sheetName, headings }: SheetFacts, samples: readonly RawCell[][]) {
  const every = Math.ceil(samples.length / guessRows)
  const few = samples.filter((_, at) => at % every === 0)
  const left = new Set([reasonHeading, ...(target.notImported ?? [])])
  // Ignored columns are emptied so that the guess assigns no column to them.
  const guessedHeadings = headings.map((heading) => (left.has(heading.trim()) ? '' : heading))
  const guesses = guessColumns(
    target.columns,
    guessedHeadings,
    few.map((cells) => cells.map((cell, at) => (guessedHeadings[at] === '' ? null : cell))),
  )
  const guessed = headings.map((heading, at): MappedColumn => {
    const { key, how } = guesses[at]!
    return left.has(heading.trim()) ? { at, key: null, how: 'none' } : { at, key, how }
  })
  const columns = guessed.map(({ at, key }) => {
    const column = target.columns.filter((other) => other.key === key)
    const cells = samples.map((row) => [row[at] ?? null])
    return buildHeadColumn(samples, at, guessColumns(column, [headings[at]!], cells)[0]!.note)
  })
  const head: FileHead = { sheetName, headings: [...headings], columns, pairs: {} }
  return { head, guessed }
}

function buildHeadColumn(samples: readonly RawCell[][], at: number, note: string): FileHeadColumn {
  const counts = new Map<RawCell, number>()
  for (const cells of samples) {
    const raw = cells[at] ?? null
    if (getCellText(raw) !== '') counts.set(raw, (counts.get(raw) ?? 0) + 1)
  }
  const first = [...counts.keys()].slice(0, samplesShown).map((raw) => getCellText(raw).slice(0, sampleLength))
  return { samples: first, note, values: counts.size <= valuesKept ? [...counts] : [] }
}

/** The saved mapping, without columns that no longer exist. */
const applySavedMapping = (target: ImportTarget, keys: readonly (string | null)[]): MappedColumn[] =>
  keys.map((key, at) => {
    const isThere = key !== null && target.columns.some((column) => column.key === key)
    return { at, key: isThere ? key : null, how: isThere ? 'remembered' : 'none' }
  })
