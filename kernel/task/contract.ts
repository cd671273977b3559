import { z } from 'zod'
import { idOf, routesOf } from '#packages/contract'
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
  /** What kind of work: `files.zip`. */
  kind: z.string(),
  title: z.string(),
  status: z.enum(Object.keys(taskStatuses) as [TaskStatus, ...TaskStatus[]]),
  /** How many pieces are done, and of how many; of an unknown number while it is null. */
  done: z.int(),
  total: z.int().nullable(),
  /** A sentence about how it stands or how it ended. */
  words: z.string(),
  /** What it consists of, and at which of these it is, from 0. Empty for work of one piece. */
  phases: z.array(z.string()),
  phase: z.int(),
  /** What it made: a file to download, or a page to look at; nothing otherwise. */
  result: z.enum(['file', 'page']).nullable(),
  /** Somebody asked for its end; it will stop at its next step. */
  isStopping: z.boolean(),
  createdAt: z.iso.datetime(),
  startedAt: z.iso.datetime().nullable(),
  endedAt: z.iso.datetime().nullable(),
})
export type Task = z.output<typeof task>

const route = routesOf(manifest)
const one = z.object({ id: idOf('task') })

/** Work that goes on in the background, as the person sees it who asked for it. Kept for seven days. */
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
  /** Where the result is: an address to download from, good for ten minutes, or a page of ours. */
  result: route({
    method: 'POST',
    path: '/api/task/result',
    title: '取任务结果',
    access: 'signed-in',
    readOnly: true,
    body: one,
    data: z.object({ kind: z.enum(['file', 'page']), url: z.string() }),
  }),
  /** Its owner is looking at it: while it is said every ten seconds, no message tells her that it has ended well. */
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
