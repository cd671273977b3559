import { takeFile } from '#packages/web/core/take-file.ts'
import { readTasks, taskResult } from './queries.ts'

const lookAgainMs = 1_000
/** Whoever waits longer than this looks for it among their tasks. */
const looks = 60

/** Waits for a file that a task makes and takes it along. False: it takes its time, and will be in the task centre. */
export async function takeTaskFile(taskId: string, onFailed: (words: string) => void): Promise<boolean> {
  for (let look = 0; look < looks; look++) {
    const task = (await readTasks()).find(({ id }) => id === taskId)
    if (task?.status === 'done') {
      const { url } = await taskResult(taskId)
      takeFile(url, () => onFailed('下载失败，请重试'))
      return true
    }
    if (task?.status === 'failed' || task?.status === 'cancelled') {
      onFailed(task.words || '文件没有生成，请重试')
      return true
    }
    await new Promise((done) => setTimeout(done, lookAgainMs))
  }
  return false
}
