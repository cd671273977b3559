import { useQuery } from '@tanstack/react-query'
import { PageState } from '#packages/web/desk/page-state.tsx'
import { taskList } from '../queries.ts'
import { TaskRow } from './task-row.tsx'

const pollEveryMs = 1_000

/** The caller's tasks, polled while visible. */
export function TaskList() {
  const { data, dataUpdatedAt, isError, error, refetch } = useQuery({
    ...taskList,
    // Cached data from another page is shown first and refetched at once.
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.some(({ endedAt }) => endedAt === null) ? pollEveryMs : false),
  })
  if (data === undefined) {
    if (isError) return <PageState status="failed" error={error} onRetry={() => void refetch()} />
    return <PageState status="loading" widths={[60, 72, 56]} />
  }
  if (data.length === 0) {
    return (
      <PageState status="empty" title="没有任务" text="打包下载、导出等耗时的操作会在这里显示进度，结果保留 7 天。" />
    )
  }
  return (
    <ul>
      {data.map((task) => (
        <TaskRow key={task.id} task={task} at={dataUpdatedAt} />
      ))}
    </ul>
  )
}
