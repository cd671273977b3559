import type { BodyOf } from '#packages/contract'
import { newId, orNotFound, Refusal, type Ctx } from '#packages/core'
import { defineTask, type TaskRun } from '#kernel/task/server/api.ts'
import { runReport, type RunReport, type timetableApi, type TimetableRun } from '../contract.ts'
import { checkTimetable } from './check-timetable.ts'
import { loadTimetable } from './load-model.ts'
import type { ModelSlot, TimetableModel } from './model.ts'
import { asOwner } from './publish.ts'
import { insertSlots } from './slot-queries.ts'
import { checkFeasibility } from './solver/check-feasibility.ts'
import { solveTimetable } from './solver/solve-timetable.ts'
import { timetableSetting } from './settings.ts'
import { TimetableIndex } from './timetable-index.ts'
import { findRun, hasOpenRun, insertRun, listRuns, setRunTask, updateRun } from './timetable-queries.ts'
import { insertDraft, requireDraft, requireTimetable } from './timetables.ts'

/**
 * The solver places lessons in ordinary periods. What was placed by hand in early reading or in the evening stays there
 * and is taken off the hours.
 */
export function toSolverModel(model: TimetableModel): TimetableModel & { outside: ModelSlot[] } {
  const periods = model.periods.filter(({ kind }) => kind === 'lesson')
  const known = new Set(periods.map(({ id }) => id))
  const outside = model.slots.filter(({ periodId }) => periodId !== null && !known.has(periodId))
  const taken = Map.groupBy(outside, ({ groupId }) => groupId)
  const groups = new Map(
    [...model.groups].map(([id, group]) => {
      const weekHours = Math.max(0, group.weekHours - (taken.get(id)?.length ?? 0))
      return [id, { ...group, weekHours }] as const
    }),
  )
  return { ...model, periods, groups, slots: model.slots.filter((slot) => !outside.includes(slot)), outside }
}

/** What contradicts itself, in words; the solver would search until its time is over. */
export async function checkBeforeRun(ctx: Ctx, id: string) {
  const { model } = await loadTimetable(ctx, await requireTimetable(ctx, 'timetable.auto', id))
  return checkFeasibility(toSolverModel(model))
}

export async function listTimetableRuns(ctx: Ctx, id: string): Promise<TimetableRun[]> {
  await requireTimetable(ctx, 'timetable.auto', id)
  return (await listRuns(ctx.db, id)).map(({ drafts: _, report, createdAt, endedAt, ...run }) => ({
    ...run,
    report: runReport.parse(report),
    createdAt: createdAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
  }))
}

/** Three drafts of five minutes and the wait for a worker; a run that is older was lost with its worker. */
const longestRun = 30 * 60_000

export async function startRun(ctx: Ctx, { id, seconds, drafts }: BodyOf<typeof timetableApi.solve>) {
  const timetable = await requireDraft(ctx, 'timetable.auto', id)
  if (await hasOpenRun(ctx.db, id, new Date(ctx.now.getTime() - longestRun)))
    throw new Refusal('这份课表正在自动排课，请等它完成或停止后再试')
  const { solveSeconds } = await timetableSetting.read(ctx, timetable.path)
  const runId = newId()
  const run = { id: runId, timetable, seconds: Math.min(seconds, solveSeconds), drafts }
  await insertRun(ctx.db, { ...run, personId: ctx.actor.personId }, ctx.now)
  const taskId = await solveTask.start(ctx, {
    title: `自动排课：${timetable.name}`,
    data: { runId },
    total: drafts,
    isWatched: true,
  })
  await setRunTask(ctx.db, runId, taskId)
  return { runId, taskId }
}

export const solveTask = defineTask<{ runId: string }>({
  kind: 'timetable.solve',
  title: '自动排课',
  run: (run, { runId }) => runSolver(run, runId),
  retries: 1,
})

const page = '/application/educationalAdministration/timetable'

/** Solves as many drafts as were asked for, each with seeds of its own. The process runs outside any transaction. */
async function runSolver(run: TaskRun, runId: string) {
  const work = await asOwner(run, async (ctx) => {
    const stored = orNotFound(await findRun(ctx.db, runId), '排课')
    const timetable = await requireTimetable(ctx, 'timetable.auto', stored.timetableId)
    const { model } = await loadTimetable(ctx, timetable)
    await updateRun(ctx.db, runId, { status: 'running' })
    return { ...stored, name: timetable.name, model: toSolverModel(model) }
  })
  const report: RunReport = { problems: checkFeasibility(work.model), difficult: [], drafts: [] }
  const end = (status: 'solved' | 'partial' | 'refused' | 'failed' | 'stopped') =>
    asOwner(run, (ctx) => updateRun(ctx.db, runId, { status, report, endedAt: ctx.now }))
  if (report.problems.length > 0) {
    await end('refused')
    return { page, message: `排课要求有${report.problems.length}处矛盾` }
  }
  try {
    await solveDrafts(run, work, report)
  } catch (error) {
    await end(run.signal.aborted ? 'stopped' : 'failed')
    throw error
  }
  const isWhole = report.drafts.length > 0 && report.drafts.every(({ unplaced }) => unplaced === 0)
  await end(isWhole ? 'solved' : report.drafts.length > 0 ? 'partial' : 'failed')
  return { page, message: isWhole ? `排好${report.drafts.length}份草稿` : '未能全部排好，请查看难排的课' }
}

interface RunWork {
  orgId: string
  termId: string
  name: string
  seconds: number
  drafts: number
  model: ReturnType<typeof toSolverModel>
}

async function solveDrafts(run: TaskRun, { orgId, termId, name, seconds, drafts, model }: RunWork, report: RunReport) {
  for (let at = 0; at < drafts; at++) {
    await run.progress(at, drafts)
    const found = await solveTimetable(model, { seconds, seed: at + 1, signal: run.signal })
    report.difficult.push(...found.difficult, ...found.unplaced.map(({ reason }) => reason))
    if (found.conflicts.length > 0) throw new Error(`timetable: the solver broke ${found.conflicts.length} rules`)
    if (found.slots.length === 0) continue
    const title = `${name.slice(0, 30)} 自动${at + 1}`
    const slots = [...found.slots, ...model.outside].map((slot): ModelSlot => ({ ...slot, id: newId() }))
    const soft = checkTimetable(new TimetableIndex({ ...model, slots })).filter(({ code }) => code === 'wish').length
    const timetableId = await asOwner(run, async (ctx) => {
      if (!ctx.actor.permissions.has('timetable.edit')) throw new Refusal('您已没有编排课表的权限')
      const id = await insertDraft(ctx, { orgId, termId, name: title })
      await insertSlots(ctx.db, id, slots, ctx.now)
      return id
    })
    const unplaced = slots.filter(({ weekday }) => weekday === null).length
    report.drafts.push({
      timetableId,
      name: title,
      seconds: Math.round(found.seconds * 10) / 10,
      placed: slots.length - unplaced,
      unplaced,
      soft,
    })
  }
  await run.progress(drafts, drafts)
}
