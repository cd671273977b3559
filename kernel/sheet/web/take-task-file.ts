import { takeFile } from '#packages/web/core/take-file.ts'
import type { Task } from '#kernel/task/contract.ts'
import { readTasks, taskResult, watchTask } from './queries.ts'

const lookAgainMs = 500
export const watchAgainMs = 10_000

/** The task once it has come to its end; undefined when nobody knows of it any more. */
export async function endOf(taskId: string, signal: AbortSignal): Promise<Task | undefined> {
  let watchedAt = 0
  for (;;) {
    if (Date.now() - watchedAt >= watchAgainMs) {
      watchedAt = Date.now()
      void watchTask(taskId)
    }
    const task = (await readTasks()).find(({ id }) => id === taskId)
    signal.throwIfAborted()
    if (!task || task.endedAt !== null) return task
    await new Promise((next) => setTimeout(next, lookAgainMs))
  }
}

/** Takes along what a task made. */
export async function takeResult(taskId: string, onFailed?: () => void) {
  const { url } = await taskResult(taskId)
  takeFile(url, onFailed)
}

/** Whoever waits longer than this looks for it among their tasks. */
const patienceMs = 60_000

/** Waits for a file that a task makes and takes it along. False: it takes its time, and will be in the task centre. */
export async function takeTaskFile(taskId: string, onFailed: (words: string) => void): Promise<boolean> {
  const patience = AbortSignal.timeout(patienceMs)
  const task = await endOf(taskId, patience).catch((error: unknown) => {
    if (patience.aborted) return undefined
    throw error
  })
  if (!task) return false
  if (task.status === 'done') await takeResult(taskId, () => onFailed('下载失败，请重试'))
  else onFailed(task.words || '文件没有生成，请重试')
  return true
}
