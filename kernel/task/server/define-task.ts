import { newId, Refusal, type Ctx } from '#packages/core'
import { signalPersons } from '#packages/db'
import { defineJob, enqueue, type JobData, type JobDefinition } from '#packages/jobs'
import { countOpenTasks, insertTask, resumeTask, getWatchEnd, type NewTask } from './task-queries.ts'
import { runTask, type TaskResult, type TaskRun } from './run-task.ts'

const openAtMost = 20

interface TaskSpec<Data extends JobData> {
  /** noun.verb, unique over the house; also the name of its queue. */
  kind: string
  title: string
  /** May be called again after a crash, and must not mind. */
  run(run: TaskRun, data: Data): Promise<TaskResult>
  retries?: number
}

interface TaskStart<Data extends JobData> {
  title: string
  data: Data
  total?: number
  /** Its owner is looking at the page that shows it. */
  isWatched?: boolean
  /** One of the phases of a task: which, and the task, if it was begun before and is still there. */
  phase?: { of: readonly string[]; at: number; taskId: string | null }
}

export interface TaskKind<Data extends JobData> {
  /** For the `jobs` of the module whose work it is. */
  job: JobDefinition
  /** Puts the task before its owner and into the queue, as part of the caller's transaction. The task's id. */
  start(ctx: Ctx, facts: TaskStart<Data>): Promise<string>
}

/** A kind of background work that whoever asked for it can watch, stop and come back to. `data` holds ids only. */
export function defineTask<Data extends JobData>(spec: TaskSpec<Data>): TaskKind<Data> {
  const { kind, title, run, retries = 3 } = spec
  const job = defineJob<{ taskId: string; data: Data }>({
    name: kind,
    title,
    retries,
    isLong: true,
    handleOutside: ({ cells, districtId }, { taskId, data }) =>
      runTask({ cells, districtId, kind, taskId, data, retries, run }),
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

  /** A task that has come to the end of a phase goes on; otherwise a new one begins. */
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
