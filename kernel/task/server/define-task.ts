import { newId, Refusal, type Ctx } from '#packages/core'
import { signalPersons } from '#packages/db'
import { defineJob, enqueue, type JobData, type JobDefinition } from '#packages/jobs'
import { countOpenTasks, insertTask, resumeTask, getWatchEnd, type NewTask } from './task-queries.ts'
import { runTask, type TaskResult, type TaskRun } from './run-task.ts'

const openAtMost = 20

interface TaskSpec<Data extends JobData> {
  /** noun.verb, unique in the app; also the name of its queue. */
  kind: string
  title: string
  /** May be called again after a crash and must be idempotent. */
  run(run: TaskRun, data: Data): Promise<TaskResult>
  retries?: number
}

interface TaskStart<Data extends JobData> {
  title: string
  data: Data
  total?: number
  /** The owner is watching the page that shows it. */
  isWatched?: boolean
  /** One phase of a task: its index, and the task if it was started before and still exists. */
  phase?: { of: readonly string[]; at: number; taskId: string | null }
}

export interface TaskKind<Data extends JobData> {
  /** For the `jobs` of the module that defines the task. */
  job: JobDefinition
  /** Inserts the task and enqueues its job in the caller's transaction. Returns the task id. */
  start(ctx: Ctx, facts: TaskStart<Data>): Promise<string>
}

/** Defines background work that its owner can watch, stop and return to. `data` contains only ids. */
export function defineTask<Data extends JobData>(spec: TaskSpec<Data>): TaskKind<Data> {
  const { kind, title, run, retries = 3 } = spec
  const job = defineJob<{ taskId: string; data: Data }>({
    name: kind,
    title,
    retries,
    isLong: true,
    handleOutside: ({ app, cells, districtId }, { taskId, data }) =>
      runTask({ app, cells, districtId, kind, taskId, data, retries, run }),
  })
  return { job: job as unknown as JobDefinition, start }

  async function start(ctx: Ctx, facts: TaskStart<Data>): Promise<string> {
    const { personId } = ctx.actor
    const open = (await countOpenTasks(ctx.db, [personId])).get(personId) ?? 0
    if (open >= openAtMost) throw new Refusal('进行中的任务过多，请稍后再试')
    const taskId = await insertOrResumeTask(ctx, facts)
    await enqueue(ctx, job, { taskId, data: facts.data })
    await signalPersons(ctx.db, [personId])
    return taskId
  }

  /** Resumes a paused task, or inserts a new one. */
  async function insertOrResumeTask(
    ctx: Ctx,
    { title, total, isWatched = false, phase }: TaskStart<Data>,
  ): Promise<string> {
    const id = phase?.taskId ?? newId()
    const task: NewTask = {
      id,
      kind,
      title: title.slice(0, 120),
      total: total ?? null,
      phases: phase?.of ?? [],
      phase: phase?.at ?? 0,
      watchedUntil: isWatched ? getWatchEnd(ctx.now) : null,
    }
    if (phase?.taskId && (await resumeTask(ctx.db, task, ctx.actor.personId, ctx.now))) return id
    const made = { ...task, id: newId() }
    await insertTask(ctx.db, made, ctx.actor, ctx.now)
    return made.id
  }
}
