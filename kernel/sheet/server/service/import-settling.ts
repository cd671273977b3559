import { Refusal, type Ctx } from '#packages/core'
import { findEndedTask, type TaskResult, type TaskRun } from '#kernel/task/server'
import type { BatchStatus } from '../../contract.ts'
import { inside } from '../acting.ts'
import { batchWorkedOnBy, moveBatch } from '../import-queries.ts'
import { dropImport } from '../installation.ts'

/** Where a batch stands when what was under way does not come to its end: nothing of it was written. */
const standsAgain = { reading: 'failed', checking: 'mapping', applying: 'ready', undoing: 'applied' } as const
type UnderWay = keyof typeof standsAgain

const isUnderWay = (status: BatchStatus): status is UnderWay => status in standsAgain

/** Does a piece of work on a batch; when it is refused the batch says why, and is as it was before. */
export async function settling(
  run: TaskRun,
  batchId: string,
  during: UnderWay,
  work: () => Promise<TaskResult>,
): Promise<TaskResult> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Refusal && !run.signal.aborted) {
      const change = { status: standsAgain[during], words: error.message.slice(0, 300) }
      await inside(run, (db) => moveBatch(db, batchId, [during], change))
      if (during === 'reading') await dropImport(run.districtId, batchId)
    }
    throw error
  }
}

/** Somebody stopped the task, or it was tried for the last time: its batch does not wait for it any longer. */
export async function settleEnded(ctx: Ctx, taskId: string) {
  const task = await findEndedTask(ctx.db, taskId)
  if (!task || task.status === 'done' || task.status === 'paused') return
  const batch = await batchWorkedOnBy(ctx.db, taskId)
  if (!batch || !isUnderWay(batch.status)) return
  const words = task.status === 'cancelled' ? wordsStopped[batch.status] : task.words
  await moveBatch(ctx.db, batch.id, [batch.status], { status: standsAgain[batch.status], words })
}

const wordsStopped: Record<UnderWay, string> = {
  reading: '已停止读取，请重新上传',
  checking: '已停止检查',
  applying: '已停止导入，未写入任何数据',
  undoing: '已停止撤销，数据没有变化',
}
