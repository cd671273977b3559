import { Refusal, type Ctx } from '#packages/core'
import { findEndedTask, type TaskResult, type TaskRun } from '#kernel/task/server'
import type { BatchStatus } from '../../contract.ts'
import { inTaskDistrict } from '../task-context.ts'
import { findBatchByTask, updateBatch } from '../import-queries.ts'
import { deleteImportFile } from '../import-files.ts'

/** Where a batch stands when what was under way does not come to its end: nothing of it was written. */
const statusAfterFailure = { reading: 'failed', checking: 'mapping', applying: 'ready', undoing: 'applied' } as const
type BusyStatus = keyof typeof statusAfterFailure

const isBusyStatus = (status: BatchStatus): status is BusyStatus => status in statusAfterFailure

/** Does a piece of work on a batch; when it is refused the batch says why, and is as it was before. */
export async function settleOnRefusal(
  run: TaskRun,
  batchId: string,
  during: BusyStatus,
  work: () => Promise<TaskResult>,
): Promise<TaskResult> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Refusal && !run.signal.aborted) {
      const change = { status: statusAfterFailure[during], words: error.message.slice(0, 300) }
      await inTaskDistrict(run, (db) => updateBatch(db, batchId, [during], change))
      if (during === 'reading') await deleteImportFile(run.districtId, batchId)
    }
    throw error
  }
}

/** Somebody stopped the task, or it was tried for the last time: its batch does not wait for it any longer. */
export async function settleEndedTask(ctx: Ctx, taskId: string) {
  const task = await findEndedTask(ctx.db, taskId)
  if (!task || task.status === 'done' || task.status === 'paused') return
  const batch = await findBatchByTask(ctx.db, taskId)
  if (!batch || !isBusyStatus(batch.status)) return
  const message = task.status === 'cancelled' ? stoppedMessages[batch.status] : task.words
  await updateBatch(ctx.db, batch.id, [batch.status], { status: statusAfterFailure[batch.status], words: message })
}

const stoppedMessages: Record<BusyStatus, string> = {
  reading: '已停止读取，请重新上传',
  checking: '已停止检查',
  applying: '已停止导入，未写入任何数据',
  undoing: '已停止撤销，数据没有变化',
}
