import { Refusal, type Ctx } from '#packages/core'
import { extendTimeouts, type Db } from '#packages/db'
import type { ImportEffect, ImportTarget } from '#packages/sheet'
import { defineTask, type TaskRun } from '#kernel/task/server/api.ts'
import { createOwnerContext, inTaskDistrict } from '../task-context.ts'
import { rowsPerPiece } from '../examine-rows.ts'
import { findBatchOfTask, updateBatch, type BatchRecord } from '../import-queries.ts'
import { listEffectsBefore } from '../import-row-queries.ts'
import { getImportTarget } from '../import-targets.ts'
import { BatchCipher } from '../batch-cipher.ts'
import { lockBatch, openBatch } from './lock-batch.ts'
import { getBatchUrl } from './batch-url.ts'
import { settleOnRefusal } from './settle-import.ts'

const keptRowsShown = 1_000

/** Previews the undo. */
export async function previewUndo(ctx: Ctx, id: string) {
  const { batch, target } = await openBatch(ctx, id)
  requireUndoable(ctx, batch)
  await target.loadContext(ctx, batch.orgId)
  const tally = new UndoTally()
  for await (const effects of readEffects(ctx, batch, target))
    tally.add(effects, await target.previewUndo(ctx, batch.orgId, effects))
  return { removed: tally.removed, restored: tally.restored, keptRows: tally.keptRows.slice(0, keptRowsShown) }
}

export async function startUndoTask(ctx: Ctx, id: string): Promise<{ taskId: string }> {
  const { batch, target } = await lockBatch(ctx, id, ['applied'], '这次导入不能撤销')
  requireUndoable(ctx, batch)
  await target.loadContext(ctx, batch.orgId)
  const taskId = await undoRowsTask.start(ctx, {
    title: `撤销导入${target.title}`,
    data: { batchId: id },
    isWatched: true,
  })
  await updateBatch(ctx.db, id, ['applied'], { status: 'undoing', message: '', task_id: taskId })
  return { taskId }
}

function requireUndoable({ now }: Ctx, { status, undoUntil }: BatchRecord) {
  if (status !== 'applied') throw new Refusal('这次导入不能撤销')
  if (!undoUntil || undoUntil <= now) throw new Refusal('已超过24小时，不能撤销')
}

/** Undoes an import in one transaction, the last effect first; rows changed since are kept and reported. */
export const undoRowsTask = defineTask<{ batchId: string }>({
  kind: 'sheet.undo',
  title: '撤销导入',
  run: (run, { batchId }) =>
    settleOnRefusal(run, batchId, 'undoing', async () => {
      const tally = await inTaskDistrict(run, (db) => undoBatch(run, db, batchId))
      if (!tally) return { page: getBatchUrl(batchId) }
      const stayed = tally.keptRows.length > 0 ? `，${tally.keptRows.length}行已被修改，保留不动` : ''
      return { page: getBatchUrl(batchId), message: `移除${tally.removed}，还原${tally.restored}${stayed}` }
    }),
})

async function undoBatch(run: TaskRun, db: Db, batchId: string): Promise<UndoTally | undefined> {
  await extendTimeouts(db, 10)
  const batch = await findBatchOfTask(db, run.taskId, batchId, 'update')
  if (batch?.status !== 'undoing') return undefined // it was undone before the last crash
  const target = getImportTarget(run, batch.target)
  const ctx = await createOwnerContext(run, db, target)
  await target.loadContext(ctx, batch.orgId)
  const cipher = await BatchCipher.create(ctx)
  const before = cipher.decryptReport(batch.report!)
  const tally = new UndoTally()
  let done = 0
  for await (const effects of readEffects(ctx, batch, target)) {
    tally.add(effects, await target.undo(ctx, batch.orgId, effects))
    done += effects.length
    await run.progress(done, before.new + before.changed)
  }
  const keptRows = tally.keptRows.toSorted((a, b) => a.row - b.row).slice(0, keptRowsShown)
  const report = cipher.encryptReport({ ...before, undoUntil: null, keptRows })
  await updateBatch(db, batchId, ['undoing'], { status: 'undone', report, undo_ends_at: null })
  return tally
}

async function* readEffects(
  ctx: Ctx,
  { id, rowCount }: BatchRecord,
  target: ImportTarget,
): AsyncGenerator<ImportEffect[]> {
  const cipher = await BatchCipher.create(ctx)
  const limit = target.isWhole ? rowCount : rowsPerPiece
  for (let before = 2 ** 31 - 1; ;) {
    const records = await listEffectsBefore(ctx.db, id, before, limit)
    if (records.length === 0) return
    yield records.map(({ effect }) => cipher.decryptEffect(effect))
    before = records.at(-1)!.effectNo
  }
}

/** Counts the results of an undo. */
class UndoTally {
  removed = 0
  restored = 0
  readonly keptRows: { row: number; reason: string }[] = []

  add(effects: readonly ImportEffect[], undone: readonly { row: number; keptReason: string }[]) {
    const stays = new Map(
      undone.flatMap(({ row, keptReason }) => (keptReason === '' ? [] : [[row, keptReason] as const])),
    )
    for (const { row, result } of effects) {
      const reason = stays.get(row)
      if (reason !== undefined) this.keptRows.push({ row, reason })
      else if (result === 'new') this.removed++
      else this.restored++
    }
  }
}
