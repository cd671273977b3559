import { call, runUnattended } from '#packages/web/core/call.ts'
import type { QueryDefinition } from '#packages/web/core/query-client.ts'
import { taskApi, type Task } from '../contract.ts'

export const taskKey = ['task'] as const

export const taskList: QueryDefinition<Task[]> = {
  queryKey: [...taskKey, 'list'],
  // Polled every second, marked as unattended so that an open page does not extend the session.
  queryFn: ({ signal }) => runUnattended(() => call(taskApi.list, { signal })),
}

export const cancelTask = (id: string) => call(taskApi.cancel, { body: { id } })
export const clearTasks = () => call(taskApi.clear)
export const fetchTaskResult = (id: string) => call(taskApi.result, { body: { id } })
