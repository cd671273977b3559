import { downloadFile } from '#packages/web/core/download-file.ts'
import { waitForTask } from '#kernel/task/web/api.ts'
import { getTaskResult } from './queries.ts'

/** Downloads the result of a task. */
export async function downloadTaskResult(taskId: string, onFailed?: () => void) {
  const { url } = await getTaskResult(taskId)
  downloadFile(url, onFailed)
}

/** After this time the file is left to the task centre. */
const timeoutMs = 60_000

/**
 * Waits for the file of a task and downloads it. Returns false when it takes too long and will be in the task centre.
 */
export async function downloadTaskFile(taskId: string, onFailed: (message: string) => void): Promise<boolean> {
  const timeout = AbortSignal.timeout(timeoutMs)
  const task = await waitForTask(taskId, timeout).catch((error: unknown) => {
    if (timeout.aborted) return undefined
    throw error
  })
  if (!task) return false
  if (task.status === 'done') await downloadTaskResult(taskId, () => onFailed('下载失败，请重试'))
  else onFailed(task.message || '文件没有生成，请重试')
  return true
}
