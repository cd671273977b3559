import type { Ctx } from '#packages/core'
import type { ImportTarget } from '#packages/sheet'
import type { Repaired } from '../../contract.ts'
import { closeRow, examineRows, openRow, type OpenRow } from '../examining.ts'
import { moveBatch, type BatchRecord } from '../import-queries.ts'
import { rowsAfter, rowsByNumber } from '../import-row-queries.ts'
import { Sealing } from '../sealing.ts'
import { lookAround, withTwins } from '../twins.ts'
import { Understanding } from '../understanding.ts'
import { presentRow } from './import-cells.ts'
import { writeAll } from './import-checking.ts'
import { holdBatch } from './import-opening.ts'
import { summaryOf } from './import-summary.ts'

export interface Repair {
  batch: BatchRecord
  target: ImportTarget
  understanding: Understanding
  sealing: Sealing
}

const rowsShown = 200

/** A batch whose rows can be changed, held so that two windows do not change it at once. */
export async function openRepair(ctx: Ctx, id: string): Promise<Repair> {
  const { batch, target } = await holdBatch(ctx, id, ['ready'], '这次导入已经结束，不能再修改')
  const { choices } = await target.ground(ctx, batch.orgId)
  const understanding = new Understanding(target, choices, batch.mapping)
  if (batch.words !== '') await moveBatch(ctx.db, id, ['ready'], { words: '' })
  return { batch, target, understanding, sealing: await Sealing.of(ctx) }
}

/**
 * Examines rows again that were changed, and tells those again that have or had something in common with them. Where
 * rows speak of each other, all are examined.
 */
export async function writeRepair(
  ctx: Ctx,
  repair: Repair,
  before: readonly OpenRow[],
  changed: readonly OpenRow[],
): Promise<Pick<Repaired, 'summary' | 'rows'>> {
  const { batch, target, sealing } = repair
  const after = await examineRows(ctx, { ...repair, orgId: batch.orgId }, await withOthers(ctx, repair, changed))
  const { neighbours, firstOf } = await lookAround(ctx.db, batch.id, before, after)
  const around = (await rowsByNumber(ctx.db, batch.id, neighbours)).map((record) => openRow(sealing, record))
  const told = [...after, ...around].map((row) => withTwins(row, firstOf))
  await writeAll(
    ctx.db,
    batch.id,
    told.map((row) => closeRow(sealing, row)),
  )
  const touched = target.isWhole ? new Set(changed.map(({ row }) => row)) : new Set(told.map(({ row }) => row))
  const shown = touched.size > rowsShown ? [] : told.filter(({ row }) => touched.has(row))
  return {
    summary: await summaryOf(ctx, { target, batchId: batch.id, sealing }),
    rows: shown.toSorted((a, b) => a.row - b.row).map((row) => presentRow(sealing, row)),
  }
}

async function withOthers(
  { db }: Ctx,
  { batch, target, sealing }: Repair,
  changed: readonly OpenRow[],
): Promise<readonly OpenRow[]> {
  if (!target.isWhole) return changed
  const byRow = new Map(changed.map((row) => [row.row, row]))
  const all = await rowsAfter(db, batch.id, 0, batch.rowCount)
  return all.map((record) => byRow.get(record.row) ?? openRow(sealing, record))
}
