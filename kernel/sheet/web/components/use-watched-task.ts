import { useEffect } from 'react'
import { watchAgainMs, watchTask } from '#kernel/task/web/api.ts'

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
