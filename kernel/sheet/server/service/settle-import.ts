import { Refusal, type Ctx } from '#packages/core'
import { findEndedTask, type TaskResult, type TaskRun } from '#kernel/task/server/api.ts'
import type { BatchStatus } from '../../contract.ts'
import { inTaskDistrict } from '../task-context.ts'
import { findBatchByTask, updateBatch } from '../import-queries.ts'
import { deleteImportFile } from '../import-files.ts'

/** The status of a batch after a failed step, which has written nothing. */
const statusAfterFailure = { reading: 'failed', checking: 'mapping', applying: 'ready', undoing: 'applied' } as const
type BusyStatus = keyof typeof statusAfterFailure

const isBusyStatus = (status: BatchStatus): status is BusyStatus => status in statusAfterFailure

/** Runs a step on a batch; a refusal is stored in the batch, which returns to the status before. */
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
      const change = { status: statusAfterFailure[during], message: error.message.slice(0, 300) }
      await inTaskDistrict(run, (db) => updateBatch(db, batchId, [during], change))
      if (during === 'reading') await deleteImportFile(run, run.districtId, batchId)
    }
    throw error
  }
}

/** Resets the batch of a task that was stopped or failed for the last time. */
export async function settleEndedTask(ctx: Ctx, taskId: string) {
  const task = await findEndedTask(ctx.db, taskId)
  if (!task || task.status === 'done' || task.status === 'paused') return
  const batch = await findBatchByTask(ctx.db, taskId)
  if (!batch || !isBusyStatus(batch.status)) return
  const message = task.status === 'cancelled' ? stoppedMessages[batch.status] : task.message
  await updateBatch(ctx.db, batch.id, [batch.status], { status: statusAfterFailure[batch.status], message })
}

const stoppedMessages: Record<BusyStatus, string> = {
  reading: '已停止读取，请重新上传',
  checking: '已停止检查',
  applying: '已停止导入，未写入任何数据',
  undoing: '已停止撤销，数据没有变化',
}
