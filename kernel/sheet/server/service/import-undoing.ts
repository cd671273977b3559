import { Refusal, type Ctx } from '#packages/core'
import type { Db } from '#packages/db'
import type { Effect, ImportTarget } from '#packages/sheet'
import { defineTask, type TaskRun } from '#kernel/task/server'
import { ctxOfOwner, inside } from '../acting.ts'
import { pieceRows } from '../examining.ts'
import { allowMinutes, findBatchOfTask, moveBatch, type BatchRecord } from '../import-queries.ts'
import { effectsBefore } from '../import-row-queries.ts'
import { targetOf } from '../import-targets.ts'
import { Sealing } from '../sealing.ts'
import { holdBatch, openBatch } from './import-opening.ts'
import { pageOf } from './import-page.ts'
import { settling } from './import-settling.ts'

const keptShown = 1_000

/** What undoing would do, without doing it. */
export async function previewUndo(ctx: Ctx, id: string) {
  const { batch, target } = await openBatch(ctx, id)
  requireInTime(ctx, batch)
  await target.ground(ctx, batch.orgId)
  const tally = new Tally()
  for await (const effects of effectsOf(ctx, batch, target))
    tally.add(effects, await target.undoable(ctx, batch.orgId, effects))
  return { removed: tally.removed, restored: tally.restored, kept: tally.kept.slice(0, keptShown) }
}

export async function startUndo(ctx: Ctx, id: string): Promise<{ taskId: string }> {
  const { batch, target } = await holdBatch(ctx, id, ['applied'], '这次导入不能撤销')
  requireInTime(ctx, batch)
  await target.ground(ctx, batch.orgId)
  const taskId = await undoRows.start(ctx, {
    title: `撤销导入${target.title}`,
    data: { batchId: id },
    isWatched: true,
  })
  await moveBatch(ctx.db, id, ['applied'], { status: 'undoing', words: '', task_id: taskId })
  return { taskId }
}

function requireInTime({ now }: Ctx, { status, undoUntil }: BatchRecord) {
  if (status !== 'applied') throw new Refusal('这次导入不能撤销')
  if (!undoUntil || undoUntil <= now) throw new Refusal('已超过24小时，不能撤销')
}

/** Puts everything back in one transaction, the last first; what somebody has changed since stays, and is told. */
export const undoRows = defineTask<{ batchId: string }>({
  kind: 'sheet.undo',
  title: '撤销导入',
  run: (run, { batchId }) =>
    settling(run, batchId, 'undoing', async () => {
      const tally = await inside(run, (db) => undoBatch(run, db, batchId))
      if (!tally) return { page: pageOf(batchId) }
      const stayed = tally.kept.length > 0 ? `，${tally.kept.length}行已被修改，保留不动` : ''
      return { page: pageOf(batchId), words: `移除${tally.removed}，还原${tally.restored}${stayed}` }
    }),
})

async function undoBatch(run: TaskRun, db: Db, batchId: string): Promise<Tally | undefined> {
  await allowMinutes(db, 10)
  const batch = await findBatchOfTask(db, run.taskId, batchId, 'update')
  if (batch?.status !== 'undoing') return undefined // it was undone before the last crash
  const target = targetOf(batch.target)
  const ctx = await ctxOfOwner(run, db, target)
  await target.ground(ctx, batch.orgId)
  const sealing = await Sealing.of(ctx)
  const before = sealing.openReport(batch.report!)
  const tally = new Tally()
  let done = 0
  for await (const effects of effectsOf(ctx, batch, target)) {
    tally.add(effects, await target.undo(ctx, batch.orgId, effects))
    done += effects.length
    await run.progress(done, before.new + before.changed)
  }
  const kept = tally.kept.toSorted((a, b) => a.row - b.row).slice(0, keptShown)
  const report = sealing.sealReport({ ...before, undoUntil: null, kept })
  await moveBatch(db, batchId, ['undoing'], { status: 'undone', report, undo_ends_at: null })
  return tally
}

async function* effectsOf(ctx: Ctx, { id, rowCount }: BatchRecord, target: ImportTarget): AsyncGenerator<Effect[]> {
  const sealing = await Sealing.of(ctx)
  const limit = target.isWhole ? rowCount : pieceRows
  for (let before = 2 ** 31 - 1; ;) {
    const records = await effectsBefore(ctx.db, id, before, limit)
    if (records.length === 0) return
    yield records.map(({ effect }) => sealing.openEffect(effect))
    before = records.at(-1)!.effectNo
  }
}

/** What became of the rows. */
class Tally {
  removed = 0
  restored = 0
  readonly kept: { row: number; words: string }[] = []

  add(effects: readonly Effect[], undone: readonly { row: number; kept: string }[]) {
    const stays = new Map(undone.flatMap(({ row, kept }) => (kept === '' ? [] : [[row, kept] as const])))
    for (const { row, result } of effects) {
      const words = stays.get(row)
      if (words !== undefined) this.kept.push({ row, words })
      else if (result === 'new') this.removed++
      else this.restored++
    }
  }
}
