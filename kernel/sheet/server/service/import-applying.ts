import { isDeepStrictEqual } from 'node:util'
import type { BodyOf } from '#packages/contract'
import { Refusal, type Actor, type Ctx } from '#packages/core'
import type { Db } from '#packages/db'
import type { CheckedRow, Effect, ImportTarget, Verdict } from '#packages/sheet'
import { defineTask, type TaskRun } from '#kernel/task/server'
import { undoHours, type BatchReport, type sheetApi } from '../../contract.ts'
import { ctxOfOwner, ctxOfTask, inside, lookupsOf } from '../acting.ts'
import { asSheetRow, openRow, pieceRows, verdictsOn, type OpenRow } from '../examining.ts'
import { allowMinutes, findBatchOfTask, moveBatch, noteImport, type BatchRecord } from '../import-queries.ts'
import { countRows, rowsAfter, writeEffects } from '../import-row-queries.ts'
import { phaseAt } from '../import-phases.ts'
import { targetOf } from '../import-targets.ts'
import { Sealing } from '../sealing.ts'
import { checkRows } from './import-checking.ts'
import { holdBatch } from './import-opening.ts'
import { pageOf } from './import-page.ts'
import { reportOn, Units } from './import-report.ts'
import { settling } from './import-settling.ts'

const hourMs = 3600_000

/** Has a batch written: all of it, or what is right in it. */
export async function startApplying(
  ctx: Ctx,
  { id, mode }: BodyOf<typeof sheetApi.apply>,
): Promise<{ taskId: string }> {
  const { batch, target } = await holdBatch(ctx, id, ['ready'], '这次导入已经结束')
  await target.ground(ctx, batch.orgId)
  const counts = await countRows(ctx.db, id)
  if (mode === 'all' && counts.wrong > 0) throw new Refusal(`还有${counts.wrong}行未修正，请先修正或只导入正确的行`)
  const total = counts.new + counts.changed + counts.same
  if (total === 0) throw new Refusal('没有可以导入的行')
  const taskId = await applyRows.start(ctx, {
    title: `导入${target.title}`,
    data: { batchId: id },
    total,
    isWatched: true,
    ...phaseAt('导入', batch.taskId),
  })
  await moveBatch(ctx.db, id, ['ready'], { status: 'applying', mode, words: '', task_id: taskId })
  return { taskId }
}

/**
 * Writes a batch in one transaction: it is applied as a whole and once, or not at all, whenever the worker dies. What is
 * not as it was when somebody looked at it is not written; it is checked again, for her to look at again.
 */
export const applyRows = defineTask<{ batchId: string }>({
  kind: 'sheet.apply',
  title: '执行导入',
  run: (run, { batchId }) =>
    settling(run, batchId, 'applying', async () => {
      try {
        const { report, written } = await inside(run, (db) => applyBatch(run, db, batchId))
        if (written) await lookupsOf(run, 'sheet.apply').releaseRows(written.by, written.rows)
        const words = report && `新增${report.new}，更新${report.changed}，未导入${report.left}`
        return { page: pageOf(batchId), ...(words ? { words } : {}) }
      } catch (error) {
        if (!(error instanceof Moved)) throw error
        await checkAgain(run, batchId, error.words)
        return { page: pageOf(batchId), words: error.words }
      }
    }),
})

/** Something is not as it was previewed. */
class Moved extends Error {
  readonly words: string
  constructor(words: string) {
    super('what was previewed has changed')
    this.words = words
  }
}
const movedWords = '数据在检查后有变化，已重新检查，请再次确认'

const goodStates = ['new', 'changed', 'same'] as const

interface Applied {
  report?: BatchReport
  /** Imported rows that had been counted as lookups. */
  written?: { by: Actor; rows: number }
}

async function applyBatch(run: TaskRun, db: Db, batchId: string): Promise<Applied> {
  const began = performance.now()
  await allowMinutes(db, 10)
  const batch = await findBatchOfTask(db, run.taskId, batchId, 'update')
  if (batch?.status !== 'applying') return {} // it was applied before the last crash
  const target = targetOf(batch.target)
  const ctx = await ctxOfOwner(run, db, target)
  const { orgName } = await target.ground(ctx, batch.orgId)
  const counts = await countRows(db, batchId)
  if (batch.mode === 'all' && counts.wrong > 0) throw new Moved(movedWords)
  const work = {
    run,
    ctx,
    batch,
    target,
    sealing: await Sealing.of(ctx),
    total: counts.new + counts.changed + counts.same,
  }
  const before = await target.standing(ctx, batch.orgId)
  await requireUnmoved(work)
  const units = new Units()
  const rows = await applyPieces(work, units).catch((error: unknown) => {
    // It could not be known when it was examined: whoever looks at it again is told.
    throw error instanceof Refusal ? new Moved(`${error.message}，未导入任何数据，已重新检查`) : error
  })
  const now = await target.standing(ctx, batch.orgId)
  const appliedAt = new Date()
  const seconds = Math.round((performance.now() - began) / 100) / 10
  const report = reportOn({ counts, appliedAt, seconds, units: units.list({ before, now, orgName }) })
  const undoUntil = new Date(appliedAt.getTime() + undoHours * hourMs)
  await moveBatch(db, batchId, ['applying'], {
    status: 'applied',
    words: '',
    report: work.sealing.sealReport(report),
    applied_at: appliedAt,
    undo_ends_at: undoUntil,
  })
  await noteImport(db, batch.orgId, batch.target, appliedAt)
  return { report, written: { by: ctx.actor, rows } }
}

interface Work {
  run: TaskRun
  ctx: Ctx
  batch: BatchRecord
  target: ImportTarget
  sealing: Sealing
  total: number
}

async function* pieces({ ctx, batch, target, sealing }: Work, states: readonly (typeof goodStates)[number][]) {
  const limit = target.isWhole ? batch.rowCount : pieceRows
  for (let after = 0; ;) {
    const rows = await rowsAfter(ctx.db, batch.id, after, limit, states)
    if (rows.length === 0) return
    yield rows.map((row) => openRow(sealing, row))
    after = rows.at(-1)!.row
  }
}

/** All rows are examined before the first is written: what is written would otherwise speak of the others. */
async function requireUnmoved(work: Work) {
  const { run, ctx, batch, target, total } = work
  let done = 0
  for await (const rows of pieces(work, goodStates)) {
    const verdicts = await verdictsOn(ctx, target, batch.orgId, rows.map(asSheetRow))
    if (rows.some((row, at) => hasMoved(row, verdicts[at]!))) throw new Moved(movedWords)
    done += rows.length
    await run.progress(Math.floor(done / 4), total, '正在核对')
  }
}

function hasMoved({ checked: { verdict } }: OpenRow, { issues, result, id, mark, changes }: Verdict): boolean {
  if (issues.length > 0 || !verdict) return true
  const now = { result, id, mark, changes }
  const then = { result: verdict.result, id: verdict.id, mark: verdict.mark, changes: verdict.changes }
  // As JSON keeps them: what is undefined was not kept.
  return !isDeepStrictEqual(JSON.parse(JSON.stringify(now)), then)
}

async function applyPieces(work: Work, units: Units): Promise<number> {
  const { run, ctx, batch, target, sealing, total } = work
  let effectNo = 0
  let done = 0
  let lookups = 0
  for await (const rows of pieces(work, ['new', 'changed'])) {
    const effects = await target.apply(ctx, batch.orgId, rows.map(asCheckedRow))
    requireAll(target, rows, effects)
    const records = effects.map((effect) => ({
      row: effect.row,
      effectNo: effectNo++,
      effect: sealing.sealEffect(effect),
    }))
    for (let from = 0; from < records.length; from += pieceRows)
      await writeEffects(ctx.db, batch.id, records.slice(from, from + pieceRows))
    for (const { checked } of rows) units.count(checked.verdict!)
    lookups += rows.filter(({ checked }) => checked.verdict!.outOfScope === 'unreported').length
    done += rows.length
    await run.progress(Math.floor(total / 4) + Math.floor((done * 3) / 4), total, '正在写入')
  }
  return lookups
}

const asCheckedRow = (row: OpenRow): CheckedRow => ({
  ...asSheetRow(row),
  verdict: { ...row.checked.verdict!, issues: [], keys: [] },
})

function requireAll(target: ImportTarget, rows: readonly OpenRow[], effects: readonly Effect[]) {
  const done = new Set(effects.map(({ row }) => row))
  if (effects.length !== rows.length || rows.some(({ row }) => !done.has(row)))
    throw new Error(`${target.key} does not say what it did with its rows`)
}

/** Nothing was written; the batch goes back to be looked at. */
async function checkAgain(run: TaskRun, batchId: string, words: string) {
  await inside(run, async (db) => {
    const batch = await findBatchOfTask(db, run.taskId, batchId, 'update')
    if (batch?.status !== 'applying') return
    const ctx = ctxOfTask(run, db)
    const taskId = await checkRows.start(ctx, {
      title: `导入${targetOf(batch.target).title}`,
      data: { batchId },
      total: batch.rowCount,
      ...phaseAt('检查', null),
    })
    const change = { status: 'checking', words: words.slice(0, 300), task_id: taskId, mode: null } as const
    await moveBatch(db, batchId, ['applying'], change)
  })
}
