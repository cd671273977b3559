import { expect, it } from 'vitest'
import { newId, type Actor } from '#packages/core'
import { somebody, useDatabase } from '#packages/testing'
import { defineTask, type TaskResult } from '#kernel/task/server'
import { queueOf } from './jobs.fixture.ts'
import { onTaskEnded } from './notices.ts'
import { listMessages, ownCounts } from './service/reading.ts'

const database = useDatabase()
const { as } = database
let outcome: () => Promise<TaskResult>
const task = defineTask<{ id: string }>({
  kind: 'test.export',
  title: '导出',
  retries: 0,
  run: () => outcome(),
})
const queue = queueOf(database, [task.job as never], [onTaskEnded])

/** Somebody's task that ends so, and what she hears of it. */
async function afterwards(ending: () => Promise<TaskResult>, { isWatched = false } = {}, who: Actor = somebody()) {
  outcome = ending
  // A kind of this test's own has no queue in the template; it is one as any other.
  await database.sql('select pgboss.create_queue(\'test.export\', \'{"policy": "standard"}\'::jsonb)').catch(() => {})
  await as(who, (ctx) => task.start(ctx, { title: '教师名单', data: { id: newId() }, isWatched }))
  expect((await as(who, (ctx) => ownCounts(ctx))).tasks).toBe(1)
  await queue.work('test.export').catch(() => {})
  await queue.publishAll()
  expect((await as(who, (ctx) => ownCounts(ctx))).tasks).toBe(0)
  const { items } = await as(who, (ctx) =>
    listMessages(ctx, { state: 'all', keyword: '', pageNumber: 1, pageSize: 20 }),
  )
  return items.map(({ kind, title, body, url }) => ({ kind, title, body, url }))
}

it('whoever asked for a piece of work is told that it is done, and where', async () => {
  expect(await afterwards(async () => ({ page: '/staff/import/7', words: '共导出12人' }))).toEqual([
    { kind: 'notice', title: '教师名单已完成', body: '共导出12人', url: '/staff/import/7' },
  ])
})

it('whoever was looking on is told nothing, unless it failed', async () => {
  expect(await afterwards(async () => ({ words: '共导出12人' }), { isWatched: true })).toEqual([])
  const failing = async () => Promise.reject(new Error('broken'))
  expect(await afterwards(failing, { isWatched: true })).toMatchObject([{ title: '教师名单失败' }])
})

it('of the end of a phase nobody is told: the work is still her own', async () => {
  expect(await afterwards(async () => ({ page: '/staff/import/7', isPaused: true }))).toEqual([])
})

it('whoever asked for a piece of work is told that it failed', async () => {
  const told = await afterwards(async () => Promise.reject(new Error('Zz9canary')))
  expect(told).toMatchObject([{ title: '教师名单失败', url: '/task' }])
  expect(JSON.stringify(told)).not.toContain('Zz9canary')
})
