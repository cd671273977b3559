import { call, runUnattended } from '#packages/web/core/call.ts'
import { taskApi, type Task } from '../contract.ts'

const pollMs = 500
export const watchAgainMs = 10_000

/** A watched task sends no message when it succeeds; a failure is always notified. */
export const watchTask = (id: string) => runUnattended(() => call(taskApi.watch, { body: { id } })).catch(() => {})
const listTasks = () => runUnattended(() => call(taskApi.list))

/** Waits until the task has ended; undefined when it no longer exists. */
export async function waitForTask(
  taskId: string,
  signal: AbortSignal,
  onProgress?: (task: Task) => void,
): Promise<Task | undefined> {
  let watchedAt = 0
  for (;;) {
    if (Date.now() - watchedAt >= watchAgainMs) {
      watchedAt = Date.now()
      void watchTask(taskId)
    }
    const task = (await listTasks()).find(({ id }) => id === taskId)
    signal.throwIfAborted()
    if (!task || task.endedAt !== null) return task
    onProgress?.(task)
    await new Promise((next) => setTimeout(next, pollMs))
  }
}

/** Stops a task of the user at its next step. */
export const stopTask = (id: string) => call(taskApi.cancel, { body: { id } })
