import { emptyId, newId, Refusal, type Actor, type Ctx, type DistrictId } from '#packages/core'
import { inDistrict, signalPersons, type Cells, type Db } from '#packages/db'
import { publish, type JobData } from '#packages/jobs'
import { beginTask, endTask, saveTaskProgress, type TaskProgress, type TaskOwner } from './task-queries.ts'

/** What a task made: a file to download, a page of ours to look at, or only words. */
export interface TaskResult {
  /** The id of a file. */
  file?: string
  page?: string
  words?: string
  /** It is the end of a phase: its owner has to go on with it. */
  isPaused?: boolean
}

/** What the work is handed. */
export interface TaskRun {
  taskId: string
  cells: Cells
  districtId: DistrictId
  owner: TaskOwner
  /** Is aborted within seconds after somebody asked for the end; for what takes long between two steps. */
  signal: AbortSignal
  /** Says how it stands, as often as one likes; throws when the work should end. */
  progress(done: number, total?: number, words?: string): Promise<void>
}

interface TaskWork<Data extends JobData> {
  cells: Cells
  districtId: DistrictId
  kind: string
  taskId: string
  data: Data
  /** Times that a failure is tried again. */
  retries: number
  run(run: TaskRun, data: Data): Promise<TaskResult>
}

const writeEveryMs = 500
const checkEveryMs = 2_000
export const failedMessage = '处理失败，请重试'

/** Thrown into the work when somebody asked for its end. */
class TaskStopped extends Error {}
/** Thrown into the work when another worker has taken it up: this one was thought dead. */
class TaskReplaced extends Error {}

/** Does the work of a task, once more if it was begun before, and writes how it ended. */
export async function runTask<Data extends JobData>(work: TaskWork<Data>): Promise<void> {
  const { cells, districtId, kind, taskId } = work
  const inside = <T>(step: (db: Db) => Promise<T>) => inDistrict(cells, districtId, step)
  const begun = await inside(async (db) => {
    const row = await beginTask(db, taskId, kind, new Date())
    if (row) await signalPersons(db, [row.personId])
    return row
  })
  if (!begun) return // cancelled while it waited, swept, or gone on to its next phase
  const { personId, userId, orgId, accountId, attempt, tries } = begun
  const watch = startProgressWriter(inside, taskId, attempt, begun)
  try {
    if (begun.stopAskedAt) throw new TaskStopped()
    const run = { taskId, cells, districtId, owner: { personId, userId, orgId, accountId } }
    const result = await work.run({ ...run, signal: watch.signal, progress: watch.progress }, work.data)
    await watch.end()
    await end({
      status: result.isPaused ? 'paused' : 'done',
      words: (result.words ?? '').slice(0, 300),
      progress: toCompleted(watch.latest),
      result: toTaskResult(result),
    })
  } catch (error) {
    await watch.end()
    // Work that is aborted throws what it likes; why it was aborted is known here.
    const reason: unknown = watch.signal.aborted ? watch.signal.reason : error
    if (reason instanceof TaskReplaced) return
    if (reason instanceof TaskStopped) await end({ status: 'cancelled', words: '' })
    else if (error instanceof Refusal) await end({ status: 'failed', words: error.message.slice(0, 300) })
    else {
      // The queue tries again; after the last time it is put aside for a human, and the owner hears of it.
      if (tries > work.retries) await end({ status: 'failed', words: failedMessage })
      throw error
    }
  }

  async function end(ending: Parameters<typeof endTask>[3]) {
    await inside((db) => concludeTask(createJobContext(db, districtId), taskId, attempt, ending))
  }
}

/** Ends a task and tells those who want to know, if it was not over already. */
export async function concludeTask(ctx: Ctx, taskId: string, attempt: number, ending: Parameters<typeof endTask>[3]) {
  const ended = await endTask(ctx.db, taskId, attempt, ending, ctx.now)
  if (!ended) return
  const { watchedUntil, ...owner } = ended
  const isSeen = ending.status === 'done' && watchedUntil !== null && watchedUntil > ctx.now
  const isQuiet = isSeen || ending.status === 'paused'
  await publish({ ...ctx, actor: { ...ctx.actor, ...owner } }, 'task.ended', { taskId, isQuiet })
  await signalPersons(ctx.db, [owner.personId])
}

function createJobContext(db: Db, districtId: DistrictId): Ctx {
  const nobody = { accountId: emptyId, personId: emptyId, userId: emptyId, orgId: emptyId, sessionId: emptyId }
  const actor: Actor = { kind: 'job', districtId, ...nobody, permissions: new Map() }
  return { actor, db, now: new Date(), requestId: newId() }
}

/** Work that counted its pieces and ended well has done them all, though it may not have said so of the last. */
const toCompleted = ({ done, total, words }: TaskProgress): TaskProgress => ({ done: total ?? done, total, words })

function toTaskResult({ file, page }: TaskResult) {
  if (file) return { kind: 'file' as const, value: file }
  return page ? { kind: 'page' as const, value: page } : null
}

/**
 * Writes down how the work stands, twice a second at most, and looks every two seconds whether it should end: also in a
 * step that says nothing for minutes.
 */
function startProgressWriter(
  inside: <T>(step: (db: Db) => Promise<T>) => Promise<T>,
  taskId: string,
  attempt: number,
  { done, total, words }: TaskProgress,
) {
  const stopping = new AbortController()
  const latest: TaskProgress = { done, total, words }
  let writtenAt = 0
  let writing: Promise<void> | undefined
  const timer = setInterval(() => void write().catch(() => {}), checkEveryMs) // the next one may find the database again

  return { signal: stopping.signal, latest, progress, end }

  async function progress(done: number, total?: number, words?: string) {
    latest.done = done
    if (total !== undefined) latest.total = total
    if (words !== undefined) latest.words = words.slice(0, 300)
    if (Date.now() - writtenAt >= writeEveryMs) await write()
    if (stopping.signal.aborted) throw stopping.signal.reason
  }

  function write(): Promise<void> {
    return (writing ??= saveProgress().finally(() => (writing = undefined)))
  }

  async function saveProgress() {
    writtenAt = Date.now()
    // Nobody is signalled: no counter changes, and whoever looks at the list asks how far it is.
    const row = await inside((db) => saveTaskProgress(db, taskId, attempt, latest, new Date()))
    if (!row) stopping.abort(new TaskReplaced())
    else if (row.stopAskedAt) stopping.abort(new TaskStopped())
  }

  async function end() {
    clearInterval(timer)
    await writing?.catch(() => {})
  }
}
