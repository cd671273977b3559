import { downloadFile } from '#packages/web/core/download-file.ts'
import type { Task } from '#kernel/task/contract.ts'
import { listTasks, getTaskResult, watchTask } from './queries.ts'

const pollMs = 500
export const watchAgainMs = 10_000

/** Waits until the task has ended; undefined when it no longer exists. */
export async function waitForTask(taskId: string, signal: AbortSignal): Promise<Task | undefined> {
  let watchedAt = 0
  for (;;) {
    if (Date.now() - watchedAt >= watchAgainMs) {
      watchedAt = Date.now()
      void watchTask(taskId)
    }
    const task = (await listTasks()).find(({ id }) => id === taskId)
    signal.throwIfAborted()
    if (!task || task.endedAt !== null) return task
    await new Promise((next) => setTimeout(next, pollMs))
  }
}

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
