import { useEffect } from 'react'
import { watchTask } from '../queries.ts'
import { watchAgainMs } from '../download-task-file.ts'

/** Says that one is looking at a task, for as long as the page is open and in sight. */
export function useWatchedTask(taskId: string | null) {
  useEffect(() => {
    if (taskId === null) return undefined
    const watch = () => {
      if (document.visibilityState === 'visible') void watchTask(taskId)
    }
    watch()
    const timer = setInterval(watch, watchAgainMs)
    return () => clearInterval(timer)
  }, [taskId])
}
