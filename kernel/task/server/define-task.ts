import { newId, Refusal, type Ctx } from '#packages/core'
import { signal } from '#packages/db'
import { defineJob, enqueue, type JobData, type JobDefinition } from '#packages/jobs'
import { countOpenTasks, insertTask } from './queries.ts'
import { runTask, type TaskResult, type TaskRun } from './run.ts'

const openAtMost = 20

interface TaskSpec<Data extends JobData> {
  /** noun.verb, unique over the house; also the name of its queue. */
  kind: string
  title: string
  /** May be called again after a crash, and must not mind. */
  run(run: TaskRun, data: Data): Promise<TaskResult>
  retries?: number
  /** A step on the way, which its owner is watching: when it ended well nobody is sent a message. */
  isStep?: boolean
}

export interface TaskKind<Data extends JobData> {
  /** For the `jobs` of the module whose work it is. */
  job: JobDefinition
  /** Puts the task before its owner and into the queue, as part of the caller's transaction. The task's id. */
  start(ctx: Ctx, facts: { title: string; data: Data; total?: number }): Promise<string>
}

/** A kind of background work that whoever asked for it can watch, stop and come back to. `data` holds ids only. */
export function defineTask<Data extends JobData>(spec: TaskSpec<Data>): TaskKind<Data> {
  const { kind, title, run, retries = 3, isStep = false } = spec
  const job = defineJob<{ taskId: string; data: Data }>({
    name: kind,
    title,
    retries,
    isLong: true,
    handleOutside: ({ cells, districtId }, { taskId, data }) =>
      runTask({ cells, districtId, taskId, data, retries, isStep, run }),
  })
  return { job: job as unknown as JobDefinition, start }

  async function start(ctx: Ctx, facts: { title: string; data: Data; total?: number }): Promise<string> {
    const { personId } = ctx.actor
    const open = (await countOpenTasks(ctx.db, [personId])).get(personId) ?? 0
    if (open >= openAtMost) throw new Refusal('进行中的任务过多，请稍后再试')
    const taskId = newId()
    const total = facts.total ?? null
    await insertTask(ctx.db, { id: taskId, kind, title: facts.title.slice(0, 120), total }, ctx.actor, ctx.now)
    await enqueue(ctx, job, { taskId, data: facts.data })
    await signal(ctx.db, [personId])
    return taskId
  }
}
