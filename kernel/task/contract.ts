import { z } from 'zod'
import { defineEvent, enumOf, idOf, routesOf } from '#packages/contract'
import { manifest } from './manifest.ts'

export const taskStatuses = {
  waiting: '排队中',
  running: '进行中',
  paused: '待继续',
  done: '已完成',
  failed: '失败',
  cancelled: '已取消',
} as const
export type TaskStatus = keyof typeof taskStatuses

const task = z.object({
  id: idOf('task'),
  /** For example `files.zip`. */
  kind: z.string(),
  title: z.string(),
  status: enumOf(taskStatuses),
  /** Finished and total pieces; the total is null when unknown. */
  done: z.int(),
  total: z.int().nullable(),
  /** A sentence about the progress or the result. */
  message: z.string(),
  /** The phases and the index of the current one. Empty for a task without phases. */
  phases: z.array(z.string()),
  phase: z.int(),
  /** The result: a file to download, a page to open, or null. */
  result: z.enum(['file', 'page']).nullable(),
  /** The owner has requested a stop; the task ends at its next step. */
  isStopping: z.boolean(),
  createdAt: z.iso.datetime(),
  startedAt: z.iso.datetime().nullable(),
  endedAt: z.iso.datetime().nullable(),
})
export type Task = z.output<typeof task>

/** `isQuiet`: the owner sees the end on a page and needs no message. */
export const taskEnded = defineEvent(
  'task.ended',
  z.object({ taskId: idOf('task'), isQuiet: z.boolean().optional() }),
  { description: 'A task is done, failed, was cancelled, or waits for its owner before the next phase.' },
)

const route = routesOf(manifest)
const one = z.object({ id: idOf('task') })

/** Background tasks of the caller. Kept for seven days. */
export const taskApi = {
  list: route({
    method: 'GET',
    path: '/api/task/list',
    title: '我的任务',
    access: 'signed-in',
    data: z.array(task),
  }),
  cancel: route({
    method: 'POST',
    path: '/api/task/cancel',
    title: '取消任务',
    access: 'signed-in',
    body: one,
    data: z.null(),
  }),
  /** The address of the result: a download link for ten minutes, or a page. */
  result: route({
    method: 'POST',
    path: '/api/task/result',
    title: '取任务结果',
    access: 'signed-in',
    readOnly: true,
    body: one,
    data: z.object({ kind: z.enum(['file', 'page']), url: z.string() }),
  }),
  /** The owner is watching the task: while this is called every ten seconds, success sends no message. */
  watch: route({
    method: 'POST',
    path: '/api/task/watch',
    title: '查看任务进度',
    access: 'signed-in',
    body: one,
    data: z.null(),
  }),
  clear: route({
    method: 'POST',
    path: '/api/task/clear',
    title: '清除已结束的任务',
    access: 'signed-in',
    data: z.null(),
  }),
}
