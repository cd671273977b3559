import { emptyId, newId, Refusal, type Actor, type App, type Ctx, type DistrictId } from '#packages/core'
import { inDistrict, signalPersons, type Cells, type Db } from '#packages/db'
import { publish, type JobData } from '#packages/jobs'
import { taskEnded } from '../contract.ts'
import { beginTask, endTask, saveTaskProgress, type TaskProgress, type TaskOwner } from './task-queries.ts'

/** The result of a task: a file, a page, or only a message. */
export interface TaskResult {
  /** The id of a file. */
  file?: string
  page?: string
  message?: string
  /** The end of a phase: the owner has to continue. */
  isPaused?: boolean
}

/** The context of the work. */
export interface TaskRun {
  app: App
  taskId: string
  cells: Cells
  districtId: DistrictId
  owner: TaskOwner
  /** Aborted within seconds after a stop was requested; for long steps. */
  signal: AbortSignal
  /** Reports the progress, as often as needed; throws when the work should stop. */
  progress(done: number, total?: number, message?: string): Promise<void>
}

interface TaskWork<Data extends JobData> {
  app: App
  cells: Cells
  districtId: DistrictId
  kind: string
  taskId: string
  data: Data
  /** How often a failure is retried. */
  retries: number
  run(run: TaskRun, data: Data): Promise<TaskResult>
}

const writeEveryMs = 500
const checkEveryMs = 2_000
export const failedMessage = '处理失败，请重试'

/** Thrown into the work when a stop was requested. */
class TaskStopped extends Error {}
/** Thrown into the work when another worker has taken over, because this one was considered dead. */
class TaskReplaced extends Error {}

/** Runs a task, also after an interrupted attempt, and stores its result. */
export async function runTask<Data extends JobData>(work: TaskWork<Data>): Promise<void> {
  const { app, cells, districtId, kind, taskId } = work
  const inside = <T>(step: (db: Db) => Promise<T>) => inDistrict(cells, districtId, step)
  const begun = await inside(async (db) => {
    const row = await beginTask(db, taskId, kind, new Date())
    if (row) await signalPersons(db, [row.personId])
    return row
  })
  if (!begun) return // cancelled while waiting, deleted, or already in its next phase
  const { personId, userId, orgId, accountId, attempt, tries } = begun
  const watch = startProgressWriter(inside, taskId, attempt, begun)
  try {
    if (begun.stopRequestedAt) throw new TaskStopped()
    const run = { app, taskId, cells, districtId, owner: { personId, userId, orgId, accountId } }
    const result = await work.run({ ...run, signal: watch.signal, progress: watch.progress }, work.data)
    await watch.end()
    await end({
      status: result.isPaused ? 'paused' : 'done',
      message: (result.message ?? '').slice(0, 300),
      progress: toCompleted(watch.latest),
      result: toTaskResult(result),
    })
  } catch (error) {
    await watch.end()
    // Aborted work may throw anything; the abort reason decides.
    const reason: unknown = watch.signal.aborted ? watch.signal.reason : error
    if (reason instanceof TaskReplaced) return
    if (reason instanceof TaskStopped) await end({ status: 'cancelled', message: '' })
    else if (error instanceof Refusal) await end({ status: 'failed', message: error.message.slice(0, 300) })
    else {
      // The queue retries; after the last attempt the task fails and the owner is notified.
      if (tries > work.retries) await end({ status: 'failed', message: failedMessage })
      throw error
    }
  }

  async function end(ending: Parameters<typeof endTask>[3]) {
    await inside((db) => concludeTask(createJobContext(app, db, districtId), taskId, attempt, ending))
  }
}

/** Ends a task and publishes the event, unless it has ended already. */
export async function concludeTask(ctx: Ctx, taskId: string, attempt: number, ending: Parameters<typeof endTask>[3]) {
  const ended = await endTask(ctx.db, taskId, attempt, ending, ctx.now)
  if (!ended) return
  const { watchedUntil, ...owner } = ended
  const isSeen = ending.status === 'done' && watchedUntil !== null && watchedUntil > ctx.now
  const isQuiet = isSeen || ending.status === 'paused'
  await publish({ ...ctx, actor: { ...ctx.actor, ...owner } }, taskEnded, { taskId, isQuiet })
  await signalPersons(ctx.db, [owner.personId])
}

function createJobContext(app: App, db: Db, districtId: DistrictId): Ctx {
  const noPerson = { accountId: emptyId, personId: emptyId, userId: emptyId, orgId: emptyId, sessionId: emptyId }
  const actor: Actor = { kind: 'job', districtId, ...noPerson, permissions: new Map() }
  return { app, actor, db, now: new Date(), requestId: newId() }
}

/** Successful work has done all pieces, even if it did not report the last one. */
const toCompleted = ({ done, total, message }: TaskProgress): TaskProgress => ({ done: total ?? done, total, message })

function toTaskResult({ file, page }: TaskResult) {
  if (file) return { kind: 'file' as const, value: file }
  return page ? { kind: 'page' as const, value: page } : null
}

/**
 * Stores the progress at most twice a second, and checks every two seconds for a stop, even during a long step without
 * progress.
 */
function startProgressWriter(
  inside: <T>(step: (db: Db) => Promise<T>) => Promise<T>,
  taskId: string,
  attempt: number,
  { done, total, message }: TaskProgress,
) {
  const stopping = new AbortController()
  const latest: TaskProgress = { done, total, message }
  let writtenAt = 0
  let writing: Promise<void> | undefined
  const timer = setInterval(() => void write().catch(() => {}), checkEveryMs) // the next write may reach the database again

  return { signal: stopping.signal, latest, progress, end }

  async function progress(done: number, total?: number, message?: string) {
    latest.done = done
    if (total !== undefined) latest.total = total
    if (message !== undefined) latest.message = message.slice(0, 300)
    if (Date.now() - writtenAt >= writeEveryMs) await write()
    if (stopping.signal.aborted) throw stopping.signal.reason
  }

  function write(): Promise<void> {
    return (writing ??= saveProgress().finally(() => (writing = undefined)))
  }

  async function saveProgress() {
    writtenAt = Date.now()
    // No signal: no count changes, and the task list polls the progress.
    const row = await inside((db) => saveTaskProgress(db, taskId, attempt, latest, new Date()))
    if (!row) stopping.abort(new TaskReplaced())
    else if (row.stopRequestedAt) stopping.abort(new TaskStopped())
  }

  async function end() {
    clearInterval(timer)
    await writing?.catch(() => {})
  }
}
