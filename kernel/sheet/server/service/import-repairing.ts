import type { BodyOf } from '#packages/contract'
import { notFound, Refusal, type Ctx } from '#packages/core'
import { written, type SheetColumn } from '#packages/sheet'
import { cellsAtOnce, type Repaired, type RowState, type sheetApi } from '../../contract.ts'
import { cureFamily, cureKey, issuesOf, kindOf, openRow, pieceRows, type OpenRow } from '../examining.ts'
import { rowsAfter, rowsByNumber, rowsOfKind } from '../import-row-queries.ts'
import type { Checked } from '../sealing.ts'
import { Understanding } from '../understanding.ts'
import { cellOf } from './import-cells.ts'
import { openRepair, writeRepair, type Repair } from './import-repair.ts'

/** What is to become of a row. */
interface Change {
  edits: Map<string, string>
  accept: string[]
  isSkipped?: boolean
}
type Changes = Map<number, Change>

/** Cells that somebody typed or pasted, and rows that are left out or taken in again. */
export async function repairRows(ctx: Ctx, { id, cells, skip, unskip }: BodyOf<typeof sheetApi.repair>) {
  const repair = await openRepair(ctx, id)
  const changes: Changes = new Map()
  for (const { row, column, value } of cells) {
    if (!repair.target.columns.some(({ key }) => key === column)) throw notFound('列')
    changeOf(changes, row).edits.set(column, value)
  }
  for (const row of skip) changeOf(changes, row).isSkipped = true
  for (const row of unskip) changeOf(changes, row).isSkipped = false
  const rows = await open(ctx, repair, [...changes.keys()])
  return carryOut(ctx, repair, rows, changes)
}

/** One press for a whole group, or for some of its rows. */
export async function cureRows(ctx: Ctx, { id, kind, cure, rows: only }: BodyOf<typeof sheetApi.cure>) {
  const repair = await openRepair(ctx, id)
  const changes: Changes = new Map()
  const rows = await cured(ctx, repair, changes, { kind, cure, only, limit: cellsAtOnce })
  return carryOut(ctx, repair, rows, changes)
}

/** One press for several groups; what is too much for one call is left for the next press. */
export async function cureGroups(ctx: Ctx, { id, cures }: BodyOf<typeof sheetApi.cureAll>) {
  const repair = await openRepair(ctx, id)
  const changes: Changes = new Map()
  const rows = new Map<number, OpenRow>()
  for (const { kind, cure } of cures) {
    const limit = cellsAtOnce - rows.size
    if (limit <= 0) break
    for (const row of await cured(ctx, repair, changes, { kind, cure, only: null, limit })) rows.set(row.row, row)
  }
  return carryOut(ctx, repair, [...rows.values()], changes)
}

interface Asked {
  kind: string
  /** Its key. */
  cure: string
  only: readonly number[] | null
  limit: number
}

/** Notes what the cure does to the rows of a group. Those rows. */
async function cured({ db }: Ctx, { batch, sealing }: Repair, changes: Changes, wanted: Asked) {
  const { kind, cure: asked, only, limit } = wanted
  const records = await rowsOfKind(db, batch.id, { kind, cure: `${kind}|${asked}`, limit })
  const rows = records
    .filter(({ row }) => only === null || only.includes(row))
    .map((record) => openRow(sealing, record))
  for (const { row, checked } of rows) {
    const issue = issuesOf(checked).find((other) => kindOf(other) === kind)
    const cure = issue?.cures?.find((other) => {
      const key = cureKey(sealing, other)
      return key === asked || cureFamily(key) === asked
    })
    if (!issue || !cure) continue
    // Who somebody is, is said row by row, whatever the answer.
    if (only === null && issue.isByRow) continue
    const change = changeOf(changes, row)
    if (cure.kind === 'set') change.edits.set(cure.column, cure.value)
    else if (cure.kind === 'accept') change.accept.push(issue.code)
    else if (cure.kind === 'is') change.accept.push(`is:${cure.id}`)
    else change.isSkipped = true
  }
  return rows
}

/**
 * The same value in all rows that hold another. What is wrong in itself stands in rows that are wrong, or left out; only
 * what is not has to be looked for in all.
 */
export async function replaceInRows(ctx: Ctx, { id, column, from, to }: BodyOf<typeof sheetApi.replace>) {
  const repair = await openRepair(ctx, id)
  if (!repair.target.columns.some(({ key }) => key === column)) throw notFound('列')
  const holds = (row: OpenRow) => cellOf(row.checked, column) === from || writtenIn(repair, row, column) === from
  const among = await rowsWhere(ctx, repair, holds, ['wrong', 'skipped'])
  const isWrong = among.some(({ checked }) => issuesOf(checked).some((issue) => issue.column === column))
  const rows = isWrong ? among : await rowsWhere(ctx, repair, holds)
  const changes: Changes = new Map()
  for (const { row } of rows) changeOf(changes, row).edits.set(column, to)
  return carryOut(ctx, repair, rows, changes)
}

async function rowsWhere(
  { db }: Ctx,
  { batch, sealing }: Repair,
  isMeant: (row: OpenRow) => boolean,
  states?: readonly RowState[],
): Promise<OpenRow[]> {
  const meant: OpenRow[] = []
  for (let after = 0; ;) {
    const records = await rowsAfter(db, batch.id, after, pieceRows, states)
    meant.push(...records.map((record) => openRow(sealing, record)).filter(isMeant))
    if (meant.length > cellsAtOnce) throw new Refusal(`超过${cellsAtOnce}行，请在文件中修改后重新上传`)
    if (records.length < pieceRows) return meant
    after = records.at(-1)!.row
  }
}

function changeOf(changes: Changes, row: number): Change {
  const known = changes.get(row) ?? { edits: new Map(), accept: [] }
  changes.set(row, known)
  return known
}

async function open({ db }: Ctx, { batch, sealing }: Repair, numbers: readonly number[]): Promise<OpenRow[]> {
  const records = await rowsByNumber(db, batch.id, numbers)
  if (records.length < numbers.length) throw notFound('数据行')
  return records.map((record) => openRow(sealing, record))
}

/** What stands in a cell as it was written: by whoever made the file, or by whoever has changed it here. */
function writtenIn({ batch }: Repair, { raw, checked }: OpenRow, column: string): string {
  const at = batch.mapping.find(({ key }) => key === column)?.at
  return written(Understanding.rawOf(raw, checked.edits, column, at))
}

async function carryOut(ctx: Ctx, repair: Repair, rows: readonly OpenRow[], changes: Changes): Promise<Repaired> {
  const before: Repaired['before'] = []
  const skipped: number[] = []
  const changed = rows.flatMap((row) => {
    const change = changes.get(row.row)
    if (!change) return []
    for (const column of change.edits.keys())
      before.push({ row: row.row, column, value: writtenIn(repair, row, column) })
    if (change.isSkipped && !row.isSkipped) skipped.push(row.row)
    return [changedRow(repair, row, change)]
  })
  const done = await writeRepair(
    ctx,
    repair,
    rows.filter(({ row }) => changes.has(row)),
    changed,
  )
  return { count: changed.length, ...done, before: before.length > cellsAtOnce ? [] : before, skipped }
}

/** What is put back to what came is no change any more; what was agreed to for somebody else is not agreed to. */
function changedRow({ batch, target }: Repair, row: OpenRow, { edits, accept, isSkipped }: Change): OpenRow {
  const before = row.checked.edits
  const kept = { ...before }
  for (const [column, value] of edits) {
    const at = batch.mapping.find(({ key }) => key === column)?.at
    const came = written(at === undefined ? null : (row.raw[at] ?? null))
    if (value === came) delete kept[column]
    else kept[column] = value
  }
  const isAnother = target.columns.some(
    (column) => kept[column.key] !== before[column.key] && tellsWho(column, row.checked),
  )
  const accepted = [...new Set([...(isAnother ? [] : row.checked.accepted), ...accept])]
  return { ...row, isSkipped: isSkipped ?? row.isSkipped, checked: { ...row.checked, edits: kept, accepted } }
}

/** Whether a row may be about something else when this column changes. */
const tellsWho = ({ key, kind, isName }: SheetColumn, { keyColumns }: Checked) =>
  isName || kind === 'id-card' || kind === 'mobile' || keyColumns.includes(key)
