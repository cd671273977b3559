import { useEffect } from 'react'
import { watchTask } from '../queries.ts'
import { watchAgainMs } from '../download-task-file.ts'

/** Reports that the user is watching a task while the page is open and visible. */
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
