import { type Ctx, notFound, Refusal } from '#packages/core'
import { type ImportTarget, getCellText, type SheetColumn } from '#packages/sheet'
import type { BodyOf } from '#packages/contract'
import { type Repaired, maxCellsPerCall, type RowState, type sheetApi } from '../../contract.ts'
import {
  encryptRow,
  examineRows,
  decryptRow,
  type OpenRow,
  getFixFamily,
  getFixKey,
  listRowIssues,
  getIssueKind,
  rowsPerPiece,
} from '../examine-rows.ts'
import { updateBatch, type BatchRecord } from '../import-queries.ts'
import { listRowsAfter, listRowsByNumber, listRowsOfKind } from '../import-row-queries.ts'
import { BatchCipher, type CheckedCells } from '../batch-cipher.ts'
import { findNeighbours, markDuplicates } from '../duplicate-rows.ts'
import { RowParser } from '../row-parser.ts'
import { presentRow, getCell } from './present-row.ts'
import { writeRowsInPieces } from './check-import.ts'
import { lockBatch } from './lock-batch.ts'
import { getBatchSummary } from './import-summary.ts'

export interface RepairContext {
  batch: BatchRecord
  target: ImportTarget
  parser: RowParser
  cipher: BatchCipher
}

const rowsShown = 200

/** A batch whose rows can be changed, locked against concurrent changes. */
export async function lockBatchForRepair(ctx: Ctx, id: string): Promise<RepairContext> {
  const { batch, target } = await lockBatch(ctx, id, ['ready'], '这次导入已经结束，不能再修改')
  const { choices } = await target.loadContext(ctx, batch.orgId)
  const cipher = await BatchCipher.create(ctx)
  const parser = new RowParser(target, choices, batch.mapping, cipher.decryptHead(batch.head!).preset)
  if (batch.message !== '') await updateBatch(ctx.db, id, ['ready'], { message: '' })
  return { batch, target, parser, cipher }
}

/**
 * Examines changed rows again, and those that share or shared a key with them. A target that compares rows with each
 * other gets all rows.
 */
export async function writeRepairedRows(
  ctx: Ctx,
  repair: RepairContext,
  before: readonly OpenRow[],
  changed: readonly OpenRow[],
): Promise<Pick<Repaired, 'summary' | 'rows'>> {
  const { batch, target, cipher } = repair
  const after = await examineRows(ctx, { ...repair, orgId: batch.orgId }, await withOtherRows(ctx, repair, changed))
  const { neighbours, firstOf } = await findNeighbours(ctx.db, batch.id, before, after)
  const around = (await listRowsByNumber(ctx.db, batch.id, neighbours)).map((record) => decryptRow(cipher, record))
  const marked = [...after, ...around].map((row) => markDuplicates(row, firstOf))
  await writeRowsInPieces(
    ctx.db,
    batch.id,
    marked.map((row) => encryptRow(cipher, row)),
  )
  const touched = target.isWhole ? new Set(changed.map(({ row }) => row)) : new Set(marked.map(({ row }) => row))
  const shown = touched.size > rowsShown ? [] : marked.filter(({ row }) => touched.has(row))
  return {
    summary: await getBatchSummary(ctx, { target, batchId: batch.id, cipher }),
    rows: shown.toSorted((a, b) => a.row - b.row).map((row) => presentRow(cipher, row)),
  }
}

async function withOtherRows(
  { db }: Ctx,
  { batch, target, cipher }: RepairContext,
  changed: readonly OpenRow[],
): Promise<readonly OpenRow[]> {
  if (!target.isWhole) return changed
  const byRow = new Map(changed.map((row) => [row.row, row]))
  const all = await listRowsAfter(db, batch.id, 0, batch.rowCount)
  return all.map((record) => byRow.get(record.row) ?? decryptRow(cipher, record))
}

/** The change of one row. */
interface RowChange {
  edits: Map<string, string>
  accept: string[]
  isSkipped?: boolean
}
type RowChanges = Map<number, RowChange>

/** Applies typed or pasted cells and skips or restores rows. */
export async function repairRows(ctx: Ctx, { id, cells, skip, unskip }: BodyOf<typeof sheetApi.repair>) {
  const repair = await lockBatchForRepair(ctx, id)
  const changes: RowChanges = new Map()
  for (const { row, column, value } of cells) {
    if (!repair.target.columns.some(({ key }) => key === column)) throw notFound('列')
    getRowChange(changes, row).edits.set(column, value)
  }
  for (const row of skip) getRowChange(changes, row).isSkipped = true
  for (const row of unskip) getRowChange(changes, row).isSkipped = false
  const rows = await openRows(ctx, repair, [...changes.keys()])
  return applyChanges(ctx, repair, rows, changes)
}

/** Applies a fix to a whole group or to some of its rows. */
export async function fixRows(ctx: Ctx, { id, kind, fix, rows: only }: BodyOf<typeof sheetApi.fix>) {
  const repair = await lockBatchForRepair(ctx, id)
  const changes: RowChanges = new Map()
  const rows = await collectFixes(ctx, repair, changes, { kind, fix, only, limit: maxCellsPerCall })
  return applyChanges(ctx, repair, rows, changes)
}

/** Applies fixes of several groups; rows above the limit are left for the next call. */
export async function fixGroups(ctx: Ctx, { id, fixes }: BodyOf<typeof sheetApi.fixAll>) {
  const repair = await lockBatchForRepair(ctx, id)
  const changes: RowChanges = new Map()
  const rows = new Map<number, OpenRow>()
  for (const { kind, fix } of fixes) {
    const limit = maxCellsPerCall - rows.size
    if (limit <= 0) break
    for (const row of await collectFixes(ctx, repair, changes, { kind, fix, only: null, limit })) rows.set(row.row, row)
  }
  return applyChanges(ctx, repair, [...rows.values()], changes)
}

interface FixRequest {
  kind: string
  /** The key of the fix. */
  fix: string
  only: readonly number[] | null
  limit: number
}

/** Adds the changes of a fix and returns the affected rows. */
async function collectFixes({ db }: Ctx, { batch, cipher }: RepairContext, changes: RowChanges, request: FixRequest) {
  const { kind, fix: fixKey, only, limit } = request
  const records = await listRowsOfKind(db, batch.id, { kind, fix: `${kind}|${fixKey}`, limit })
  const rows = records
    .filter(({ row }) => only === null || only.includes(row))
    .map((record) => decryptRow(cipher, record))
  for (const { row, checked } of rows) {
    const issue = listRowIssues(checked).find((other) => getIssueKind(other) === kind)
    const fix = issue?.fixes?.find((other) => {
      const key = getFixKey(cipher, other)
      return key === fixKey || getFixFamily(key) === fixKey
    })
    if (!issue || !fix) continue
    // Identity questions are answered row by row.
    if (only === null && issue.isByRow) continue
    const change = getRowChange(changes, row)
    if (fix.kind === 'set') change.edits.set(fix.column, fix.value)
    else if (fix.kind === 'accept') change.accept.push(issue.code)
    else if (fix.kind === 'is') change.accept.push(`is:${fix.id}`)
    else change.isSkipped = true
  }
  return rows
}

/**
 * Replaces a value in all rows of a column. A wrong value occurs only in wrong or skipped rows; any other value needs a
 * scan of all rows.
 */
export async function replaceInRows(ctx: Ctx, { id, column, from, to }: BodyOf<typeof sheetApi.replace>) {
  const repair = await lockBatchForRepair(ctx, id)
  if (!repair.target.columns.some(({ key }) => key === column)) throw notFound('列')
  const hasValue = (row: OpenRow) =>
    getCell(row.checked, column) === from || getWrittenText(repair, row, column) === from
  const among = await listRowsWhere(ctx, repair, hasValue, ['wrong', 'skipped'])
  const isWrong = among.some(({ checked }) => listRowIssues(checked).some((issue) => issue.column === column))
  const rows = isWrong ? among : await listRowsWhere(ctx, repair, hasValue)
  const changes: RowChanges = new Map()
  for (const { row } of rows) getRowChange(changes, row).edits.set(column, to)
  return applyChanges(ctx, repair, rows, changes)
}

async function listRowsWhere(
  { db }: Ctx,
  { batch, cipher }: RepairContext,
  isMatch: (row: OpenRow) => boolean,
  states?: readonly RowState[],
): Promise<OpenRow[]> {
  const matching: OpenRow[] = []
  for (let after = 0; ;) {
    const records = await listRowsAfter(db, batch.id, after, rowsPerPiece, states)
    matching.push(...records.map((record) => decryptRow(cipher, record)).filter(isMatch))
    if (matching.length > maxCellsPerCall) throw new Refusal(`超过${maxCellsPerCall}行，请在文件中修改后重新上传`)
    if (records.length < rowsPerPiece) return matching
    after = records.at(-1)!.row
  }
}

function getRowChange(changes: RowChanges, row: number): RowChange {
  const known = changes.get(row) ?? { edits: new Map(), accept: [] }
  changes.set(row, known)
  return known
}

async function openRows({ db }: Ctx, { batch, cipher }: RepairContext, numbers: readonly number[]): Promise<OpenRow[]> {
  const records = await listRowsByNumber(db, batch.id, numbers)
  if (records.length < numbers.length) throw notFound('数据行')
  return records.map((record) => decryptRow(cipher, record))
}

/** The text of a cell as written in the file or by a repair. */
function getWrittenText({ batch }: RepairContext, { raw, checked }: OpenRow, column: string): string {
  const at = batch.mapping.find(({ key }) => key === column)?.at
  return getCellText(RowParser.getRawCell(raw, checked.edits, column, at))
}

async function applyChanges(
  ctx: Ctx,
  repair: RepairContext,
  rows: readonly OpenRow[],
  changes: RowChanges,
): Promise<Repaired> {
  const before: Repaired['before'] = []
  const skipped: number[] = []
  const changed = rows.flatMap((row) => {
    const change = changes.get(row.row)
    if (!change) return []
    for (const column of change.edits.keys())
      before.push({ row: row.row, column, value: getWrittenText(repair, row, column) })
    if (change.isSkipped && !row.isSkipped) skipped.push(row.row)
    return [applyChange(repair, row, change)]
  })
  const done = await writeRepairedRows(
    ctx,
    repair,
    rows.filter(({ row }) => changes.has(row)),
    changed,
  )
  return { count: changed.length, ...done, before: before.length > maxCellsPerCall ? [] : before, skipped }
}

/** A value that equals that of the file is no edit; a confirmation for another record is removed. */
function applyChange({ batch, target }: RepairContext, row: OpenRow, { edits, accept, isSkipped }: RowChange): OpenRow {
  const before = row.checked.edits
  const edited = { ...before }
  for (const [column, value] of edits) {
    const at = batch.mapping.find(({ key }) => key === column)?.at
    const came = getCellText(at === undefined ? null : (row.raw[at] ?? null))
    if (value === came) delete edited[column]
    else edited[column] = value
  }
  const isAnother = target.columns.some(
    (column) => edited[column.key] !== before[column.key] && identifiesRow(column, row.checked),
  )
  const accepted = [...new Set([...(isAnother ? [] : row.checked.accepted), ...accept])]
  return { ...row, isSkipped: isSkipped ?? row.isSkipped, checked: { ...row.checked, edits: edited, accepted } }
}

/** Whether a change of this column may change the record that the row is about. */
const identifiesRow = ({ key, kind, isName }: SheetColumn, { keyColumns }: CheckedCells) =>
  isName || kind === 'id-card' || kind === 'mobile' || keyColumns.includes(key)
