import { isDeepStrictEqual } from 'node:util'
import type { BodyOf } from '#packages/contract'
import { Refusal, type Actor, type Ctx } from '#packages/core'
import { extendTimeouts, type Db } from '#packages/db'
import type { CheckedRow, ImportEffect, ImportTarget, RowVerdict } from '#packages/sheet'
import { defineTask, type TaskRun } from '#kernel/task/server/api.ts'
import { undoHours, type BatchReport, type sheetApi } from '../../contract.ts'
import { createOwnerContext, createTaskContext, inTaskDistrict, createLookupLimiter } from '../task-context.ts'
import { toSheetRow, decryptRow, rowsPerPiece, getVerdicts, type OpenRow } from '../examine-rows.ts'
import { findBatchOfTask, updateBatch, recordImport, type BatchRecord } from '../import-queries.ts'
import { countRows, listRowsAfter, writeEffects } from '../import-row-queries.ts'
import { getImportPhase } from '../import-phases.ts'
import { getImportTarget } from '../import-targets.ts'
import { BatchCipher } from '../batch-cipher.ts'
import { checkRowsTask } from './check-import.ts'
import { lockBatch } from './lock-batch.ts'
import { getBatchUrl } from './batch-url.ts'
import { createReport, UnitTally } from './import-report.ts'
import { settleOnRefusal } from './settle-import.ts'

const hourMs = 3600_000

/** Starts writing a batch: all rows, or the correct ones. */
export async function startApplyTask(
  ctx: Ctx,
  { id, mode }: BodyOf<typeof sheetApi.apply>,
): Promise<{ taskId: string }> {
  const { batch, target } = await lockBatch(ctx, id, ['ready'], '这次导入已经结束')
  await target.loadContext(ctx, batch.orgId)
  const counts = await countRows(ctx.db, id)
  if (mode === 'all' && counts.wrong > 0) throw new Refusal(`还有${counts.wrong}行未修正，请先修正或只导入正确的行`)
  const total = counts.new + counts.changed + counts.same
  if (total === 0) throw new Refusal('没有可以导入的行')
  const taskId = await applyRowsTask.start(ctx, {
    title: `导入${target.title}`,
    data: { batchId: id },
    total,
    isWatched: true,
    ...getImportPhase('导入', batch.taskId),
  })
  await updateBatch(ctx.db, id, ['ready'], { status: 'applying', mode, message: '', task_id: taskId })
  return { taskId }
}

/**
 * Writes a batch in one transaction: it is applied completely and once, or not at all, even if the worker dies. If data
 * has changed since the check, nothing is written and the batch is checked again.
 */
export const applyRowsTask = defineTask<{ batchId: string }>({
  kind: 'sheet.apply',
  title: '执行导入',
  run: (run, { batchId }) =>
    settleOnRefusal(run, batchId, 'applying', async () => {
      try {
        const { report, written } = await inTaskDistrict(run, (db) => applyBatch(run, db, batchId))
        if (written) await createLookupLimiter(run, 'sheet.apply').releaseRows(written.by, written.rows)
        const message = report && `新增${report.new}，更新${report.changed}，未导入${report.left}`
        return { page: getBatchUrl(batchId), ...(message ? { message } : {}) }
      } catch (error) {
        if (!(error instanceof DataChanged)) throw error
        await restartCheck(run, batchId, error.reason)
        return { page: getBatchUrl(batchId), message: error.reason }
      }
    }),
})

/** The data differs from the preview. */
class DataChanged extends Error {
  readonly reason: string
  constructor(reason: string) {
    super('what was previewed has changed')
    this.reason = reason
  }
}
const dataChangedReason = '数据在检查后有变化，已重新检查，请再次确认'

const goodStates = ['new', 'changed', 'same'] as const

interface ApplyResult {
  report?: BatchReport
  /** Imported rows that had been counted as lookups. */
  written?: { by: Actor; rows: number }
}

async function applyBatch(run: TaskRun, db: Db, batchId: string): Promise<ApplyResult> {
  const began = performance.now()
  await extendTimeouts(db, 10)
  const batch = await findBatchOfTask(db, run.taskId, batchId, 'update')
  if (batch?.status !== 'applying') return {} // it was applied before the last crash
  const target = getImportTarget(run, batch.target)
  const ctx = await createOwnerContext(run, db, target)
  const { orgName } = await target.loadContext(ctx, batch.orgId)
  const counts = await countRows(db, batchId)
  if (batch.mode === 'all' && counts.wrong > 0) throw new DataChanged(dataChangedReason)
  const work = {
    run,
    ctx,
    batch,
    target,
    cipher: await BatchCipher.create(ctx),
    total: counts.new + counts.changed + counts.same,
  }
  const before = await target.countByUnit(ctx, batch.orgId)
  await requireUnchanged(work)
  const units = new UnitTally()
  const rows = await applyPieces(work, units).catch((error: unknown) => {
    // A refusal that the check could not foresee is shown to the owner.
    throw error instanceof Refusal ? new DataChanged(`${error.message}，未导入任何数据，已重新检查`) : error
  })
  const now = await target.countByUnit(ctx, batch.orgId)
  const appliedAt = new Date()
  const seconds = Math.round((performance.now() - began) / 100) / 10
  const report = createReport({ counts, appliedAt, seconds, units: units.list({ before, now, orgName }) })
  const undoUntil = new Date(appliedAt.getTime() + undoHours * hourMs)
  await updateBatch(db, batchId, ['applying'], {
    status: 'applied',
    message: '',
    report: work.cipher.encryptReport(report),
    applied_at: appliedAt,
    undo_ends_at: undoUntil,
  })
  await recordImport(db, batch.orgId, batch.target, appliedAt)
  return { report, written: { by: ctx.actor, rows } }
}

interface ApplyWork {
  run: TaskRun
  ctx: Ctx
  batch: BatchRecord
  target: ImportTarget
  cipher: BatchCipher
  total: number
}

async function* readPieces({ ctx, batch, target, cipher }: ApplyWork, states: readonly (typeof goodStates)[number][]) {
  const limit = target.isWhole ? batch.rowCount : rowsPerPiece
  for (let after = 0; ;) {
    const rows = await listRowsAfter(ctx.db, batch.id, after, limit, states)
    if (rows.length === 0) return
    yield rows.map((row) => decryptRow(cipher, row))
    after = rows.at(-1)!.row
  }
}

/** All rows are examined before the first is written, because written rows would affect the others. */
async function requireUnchanged(work: ApplyWork) {
  const { run, ctx, batch, target, total } = work
  let done = 0
  for await (const rows of readPieces(work, goodStates)) {
    const verdicts = await getVerdicts(ctx, target, batch.orgId, rows.map(toSheetRow))
    if (rows.some((row, at) => hasChanged(row, verdicts[at]!))) throw new DataChanged(dataChangedReason)
    done += rows.length
    await run.progress(Math.floor(done / 4), total, '正在核对')
  }
}

function hasChanged({ checked: { verdict } }: OpenRow, { issues, result, id, mark, changes }: RowVerdict): boolean {
  if (issues.length > 0 || !verdict) return true
  const now = { result, id, mark, changes }
  const then = { result: verdict.result, id: verdict.id, mark: verdict.mark, changes: verdict.changes }
  // Compared as JSON, because undefined values were not stored.
  return !isDeepStrictEqual(JSON.parse(JSON.stringify(now)), then)
}

async function applyPieces(work: ApplyWork, units: UnitTally): Promise<number> {
  const { run, ctx, batch, target, cipher, total } = work
  let effectNo = 0
  let done = 0
  let lookups = 0
  for await (const rows of readPieces(work, ['new', 'changed'])) {
    const effects = await target.apply(ctx, batch.orgId, rows.map(toCheckedRow))
    requireAllApplied(target, rows, effects)
    const records = effects.map((effect) => ({
      row: effect.row,
      effectNo: effectNo++,
      effect: cipher.encryptEffect(effect),
    }))
    for (let from = 0; from < records.length; from += rowsPerPiece)
      await writeEffects(ctx.db, batch.id, records.slice(from, from + rowsPerPiece))
    for (const { checked } of rows) units.count(checked.verdict!)
    lookups += rows.filter(({ checked }) => checked.verdict!.outOfScope === 'unreported').length
    done += rows.length
    await run.progress(Math.floor(total / 4) + Math.floor((done * 3) / 4), total, '正在写入')
  }
  return lookups
}

const toCheckedRow = (row: OpenRow): CheckedRow => ({
  ...toSheetRow(row),
  verdict: { ...row.checked.verdict!, issues: [], keys: [] },
})

function requireAllApplied(target: ImportTarget, rows: readonly OpenRow[], effects: readonly ImportEffect[]) {
  const done = new Set(effects.map(({ row }) => row))
  if (effects.length !== rows.length || rows.some(({ row }) => !done.has(row)))
    throw new Error(`${target.key} does not say what it did with its rows`)
}

/** Nothing was written; the batch is checked again. */
async function restartCheck(run: TaskRun, batchId: string, reason: string) {
  await inTaskDistrict(run, async (db) => {
    const batch = await findBatchOfTask(db, run.taskId, batchId, 'update')
    if (batch?.status !== 'applying') return
    const ctx = createTaskContext(run, db)
    const taskId = await checkRowsTask.start(ctx, {
      title: `导入${getImportTarget(ctx, batch.target).title}`,
      data: { batchId },
      total: batch.rowCount,
      ...getImportPhase('检查', null),
    })
    const change = { status: 'checking', message: reason.slice(0, 300), task_id: taskId, mode: null } as const
    await updateBatch(db, batchId, ['applying'], change)
  })
}
