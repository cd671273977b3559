import { expect, it } from 'vitest'
import { newId, type Actor } from '#packages/core'
import { createActor, useDatabase } from '#packages/testing'
import { defineTask, type TaskResult } from '#kernel/task/server/api.ts'
import { createTestQueue } from './jobs.fixture.ts'
import { onTaskEnded } from './task-notifications.ts'
import { listMessages, getOwnMessageCounts } from './service/messages.ts'

const database = useDatabase()
const { as } = database
let outcome: () => Promise<TaskResult>
const task = defineTask<{ id: string }>({
  kind: 'test.export',
  title: '导出',
  retries: 0,
  run: () => outcome(),
})
const queue = createTestQueue(database, [task.job as never], [onTaskEnded])

/** Runs a task with this ending and returns the messages of its owner. */
async function afterwards(ending: () => Promise<TaskResult>, { isWatched = false } = {}, who: Actor = createActor()) {
  outcome = ending
  // The template database has no queue for this test's own kind.
  await database.sql('select pgboss.create_queue(\'test.export\', \'{"policy": "standard"}\'::jsonb)').catch(() => {})
  await as(who, (ctx) => task.start(ctx, { title: '教师名单', data: { id: newId() }, isWatched }))
  expect((await as(who, (ctx) => getOwnMessageCounts(ctx))).tasks).toBe(1)
  await queue.work('test.export').catch(() => {})
  await queue.publishAll()
  expect((await as(who, (ctx) => getOwnMessageCounts(ctx))).tasks).toBe(0)
  const { items } = await as(who, (ctx) =>
    listMessages(ctx, { state: 'all', keyword: '', pageNumber: 1, pageSize: 20 }),
  )
  return items.map(({ kind, title, body, url }) => ({ kind, title, body, url }))
}

it('notifies the owner that a task is done, with a link', async () => {
  expect(await afterwards(async () => ({ page: '/staff/import/7', message: '共导出12人' }))).toEqual([
    { kind: 'notice', title: '教师名单已完成', body: '共导出12人', url: '/staff/import/7' },
  ])
})

it('does not notify an owner who was watching, unless it failed', async () => {
  expect(await afterwards(async () => ({ message: '共导出12人' }), { isWatched: true })).toEqual([])
  const failing = async () => Promise.reject(new Error('broken'))
  expect(await afterwards(failing, { isWatched: true })).toMatchObject([{ title: '教师名单失败' }])
})

it('does not notify at the end of a phase, because the owner has to continue', async () => {
  expect(await afterwards(async () => ({ page: '/staff/import/7', isPaused: true }))).toEqual([])
})

it('notifies the owner that a task failed', async () => {
  const lastSent = await afterwards(async () => Promise.reject(new Error('Zz9canary')))
  expect(lastSent).toMatchObject([{ title: '教师名单失败', url: '/task' }])
  expect(JSON.stringify(lastSent)).not.toContain('Zz9canary')
})
