import { invalid, Refusal, type Ctx } from '#packages/core'
import { sortByFlow } from './flow-queries.ts'
import { approveTask } from './flows.ts'
import { lockPeopleFor } from './run-flow.ts'
import { inSavepoint } from './savepoint-queries.ts'

const batchLimit = 100

/** Approves several tasks. Each has its own result; a refusal of one changes nothing of the others. */
export async function approveTasks(ctx: Ctx, { taskIds, opinion }: { taskIds: readonly string[]; opinion?: string }) {
  if (taskIds.length === 0) throw invalid([{ field: 'taskIds', msg: '请至少选择一条记录' }])
  if (taskIds.length > batchLimit) throw invalid([{ field: 'taskIds', msg: `一次最多处理${batchLimit}条` }])
  const results: { taskId: string; isDone: boolean; message: string }[] = []
  // In the order of the flows, which every act on several flows takes: two batches do not wait for each other.
  const tasks = await sortByFlow(ctx.db, taskIds)
  await lockPeopleFor(
    ctx,
    tasks.flatMap(({ subject }) => subject ?? []),
  )
  for (const { id: taskId } of tasks)
    try {
      await inSavepoint(ctx.db, () => approveTask(ctx, { taskId, opinion }))
      results.push({ taskId, isDone: true, message: '' })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      results.push({ taskId, isDone: false, message: error.message })
    }
  return results
}
