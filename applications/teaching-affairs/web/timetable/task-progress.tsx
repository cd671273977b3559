import { useEffect, useState } from 'react'
import type { Task } from '#kernel/task/contract.ts'
import { waitForTask } from '#kernel/task/web/api.ts'
import { ErrorNote } from '#packages/web/desk/error-note.tsx'
import { ProgressBar } from '#packages/web/desk/progress-bar.tsx'
import styles from './task-progress.module.css'

/** A task that the user waits for, as it is now; `onEnded` is called once. */
export function useTask(taskId: string | undefined, onEnded?: () => void) {
  const [task, setTask] = useState<Task>()
  useEffect(() => {
    if (taskId === undefined) return undefined
    const patience = new AbortController()
    waitForTask(taskId, patience.signal, setTask).then(
      (ended) => {
        if (patience.signal.aborted) return
        setTask(ended)
        onEnded?.()
      },
      // The page was left, or the connection is gone: the task runs on, and the task centre shows it.
      () => {},
    )
    return () => patience.abort()
    // The callback belongs to the task.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [taskId])
  return task?.id === taskId ? task : undefined
}

interface Props {
  task: Task | undefined
  label: string
  /** What is said when it has succeeded without a message of its own. */
  done: string
}

export function TaskProgress({ task, label, done }: Props) {
  if (task?.status === 'failed' || task?.status === 'cancelled') {
    return <ErrorNote message={task.message || '没有完成，请重试'} />
  }
  if (task?.status === 'done') return <p role="status">{task.message || done}</p>
  const percent = task?.total ? (task.done / task.total) * 100 : undefined
  return (
    <div className={styles['progress']}>
      <p role="status">{task?.message || label}</p>
      <ProgressBar className={styles['bar']} label={label} percent={percent} />
    </div>
  )
}
