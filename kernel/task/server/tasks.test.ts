import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { Refusal, Ret, type Actor, type Ctx } from '#packages/core'
import { listenToSignals } from '#packages/db'
import { prepareQueues, startWorker, subscribe } from '#packages/jobs'
import { createActor, useDatabase } from '#packages/testing'
import { taskEnded, type Task } from '../contract.ts'
import { countTasks, defineTask, isOwnTask, type TaskRun } from './api.ts'
import { sweepTasks } from './jobs.ts'
import { cancelTask, clearTasks, listTasks, getTaskResult } from './tasks.ts'

const database = useDatabase()
const { as } = database
const li = createActor()
const wang = createActor()
const eventually = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 60_000, interval: 50 })

/** The test controls the work step by step. */
type Story = (run: TaskRun) => Promise<{ file?: string; page?: string; message?: string }>
const stories = new Map<string, Story>()
const storyTask = defineTask<{ story: string }>({
  kind: 'story.tell',
  title: '讲故事',
  retries: 1,
  run: (run, { story }) => stories.get(story)!(run),
})
const ended: string[] = []
const onEnd = subscribe(
  taskEnded,
  { name: 'story.on-end', title: '听结局' },
  async (_ctx, { taskId }) => void ended.push(taskId),
)

const quiet = { info() {}, warn() {}, error() {} }
const newWorker = () =>
  startWorker({
    app: database.app,
    cells: database.cells,
    jobs: [storyTask.job, sweepTasks],
    subscriptions: [onEnd],
    pollSeconds: 0.5,
    log: quiet,
  })
let worker: ReturnType<typeof startWorker>

beforeAll(async () => {
  await prepareQueues(database.url('portal_owner'), [storyTask.job, sweepTasks], [onEnd])
  worker = newWorker()
  await worker.ready
})
afterAll(() => worker.stop())

let current = 0
function start(who: Actor, story: Story, title = '导出名单'): Promise<string> {
  const name = `story ${++current}`
  stories.set(name, story)
  return as(who, (ctx) => storyTask.start(ctx, { title, data: { story: name } }))
}
const find = async (who: Actor, id: string): Promise<Task | undefined> =>
  (await as(who, listTasks)).find((task) => task.id === id)
const cancel = (who: Actor, id: string) => as(who, (ctx) => cancelTask(ctx, id))

/** A point where the work waits until the test opens it. */
function gate() {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { passed: promise, open: resolve }
}
/** Repeats the job, as the queue does after a crash. */
const repeatJob = (taskId: string) =>
  database.sql(
    `insert into pgboss.job (name, data) select name, data from pgboss.job where data->'data'->>'taskId' = $1`,
    [taskId],
  )
const sweep = () => as(createActor({ kind: 'job' }), (ctx) => sweepTasks.handle!(ctx, {}))

describe('a task', () => {
  it('is listed as waiting, running with progress, and done; and its end is published once', async () => {
    const begun = gate()
    const half = gate()
    const id = await start(li, async ({ progress }) => {
      begun.open()
      await progress(3, 6, '正在打包')
      await half.passed
      return { message: '共6个文件' }
    })
    await begun.passed
    await eventually(async () =>
      expect(await find(li, id)).toMatchObject({ status: 'running', done: 3, total: 6, message: '正在打包' }),
    )
    expect(await as(li, (ctx) => countTasks(ctx.db, [li.personId, wang.personId]))).toEqual(new Map([[li.personId, 1]]))
    half.open()
    await eventually(async () =>
      expect(await find(li, id)).toMatchObject({ status: 'done', done: 6, total: 6, message: '共6个文件' }),
    )
    await eventually(async () => expect(ended.filter((current) => current === id)).toEqual([id]))
    expect(await as(li, (ctx) => countTasks(ctx.db, [li.personId]))).toEqual(new Map())
  })

  it('does not exist when its transaction is rolled back', async () => {
    const before = (await as(li, listTasks)).length
    await as(li, async (ctx) => {
      await storyTask.start(ctx, { title: '幽灵', data: { story: 'none' } })
      throw new Error('changed my mind')
    }).catch(() => {})
    expect(await as(li, listTasks)).toHaveLength(before)
    expect(await database.sql('select id from pgboss.job where data::text like \'%"none"%\'')).toEqual([])
  })

  it('cannot be seen, stopped or opened by others', async () => {
    const id = await start(li, async () => ({ page: '/baseData' }))
    await eventually(async () => expect(await find(li, id)).toMatchObject({ status: 'done', result: 'page' }))
    for (const other of [wang, { ...li, districtId: database.away }]) {
      expect(await find(other, id)).toBeUndefined()
      await expect(cancel(other, id)).rejects.toMatchObject({ ret: Ret.notFound })
      await expect(as(other, (ctx) => getTaskResult(ctx, id))).rejects.toMatchObject({ ret: Ret.notFound })
      expect(await as(other, (ctx) => isOwnTask(ctx, id))).toBe(false)
    }
    expect(await as(li, (ctx) => isOwnTask(ctx, id))).toBe(true)
    expect(await as(li, (ctx) => getTaskResult(ctx, id))).toEqual({ kind: 'page', url: '/baseData' })
  })

  it('with a file result opens it through the files module', async () => {
    const fileId = crypto.randomUUID()
    database.contribute(
      'taskResultOpeners',
      async (ctx: Ctx, task, file) => `https://files.example/${ctx.actor.personId}/${task}/${file}`,
    )
    const id = await start(li, async () => ({ file: fileId }))
    await eventually(async () => expect(await find(li, id)).toMatchObject({ status: 'done', result: 'file' }))
    expect(await as(li, (ctx) => getTaskResult(ctx, id))).toEqual({
      kind: 'file',
      url: `https://files.example/${li.personId}/${id}/${fileId}`,
    })
  })

  it('that is refused shows the reason and is not retried', async () => {
    let times = 0
    const id = await start(li, async () => {
      times++
      throw new Refusal('文件已被删除')
    })
    await eventually(async () =>
      expect(await find(li, id)).toMatchObject({ status: 'failed', message: '文件已被删除' }),
    )
    expect(times).toBe(1)
  })

  it('with a too long message is still done once', async () => {
    let times = 0
    const id = await start(li, async () => ({ message: '长'.repeat(301 + times++) }))
    await eventually(async () =>
      expect(await find(li, id)).toMatchObject({ status: 'done', message: '长'.repeat(300) }),
    )
    expect(times).toBe(1)
  })

  it('that fails is retried, and fails after the last attempt without the error text', async () => {
    let times = 0
    const stubborn = await start(li, async () => Promise.reject(new Error(`Zz9canary ${++times}`)))
    const recovering = gate()
    let stumbled = false
    const lucky = await start(li, async ({ progress }) => {
      if (!stumbled) {
        stumbled = true
        throw new Error('once')
      }
      await progress(1)
      recovering.open()
      return {}
    })
    await recovering.passed
    await eventually(async () => expect(await find(li, lucky)).toMatchObject({ status: 'done' }))
    await eventually(async () =>
      expect(await find(li, stubborn)).toMatchObject({ status: 'failed', message: '处理失败，请重试' }),
    )
    expect(times).toBe(2)
    const everything = await database.sql<{ row: string }>('select row_to_json(job)::text as row from pgboss.job')
    expect(everything.map(({ row }) => row).join()).not.toContain('Zz9canary')
  })

  it('taken over while an old worker still runs belongs to the new one', async () => {
    const [oldBegun, oldEnd, newBegun, newEnd] = [gate(), gate(), gate(), gate()]
    let times = 0
    const id = await start(li, async ({ progress }) => {
      const isOld = ++times === 1
      await progress(isOld ? 1 : 2, 9)
      ;(isOld ? oldBegun : newBegun).open()
      await (isOld ? oldEnd : newEnd).passed
      return { message: isOld ? '旧的' : '新的' }
    })
    await oldBegun.passed
    // The queue considers the worker dead, as after ten seconds of silence, and repeats the job.
    await repeatJob(id)
    await newBegun.passed
    oldEnd.open()
    const settled = () =>
      database.sql("select id from pgboss.job where data->'data'->>'taskId' = $1 and state = 'completed'", [id])
    await eventually(async () => expect(await settled()).toHaveLength(1))
    expect(await find(li, id)).toMatchObject({ status: 'running', done: 2 })
    newEnd.open()
    await eventually(async () => expect(await find(li, id)).toMatchObject({ status: 'done', message: '新的' }))
    await eventually(async () => expect(ended.filter((current) => current === id)).toEqual([id]))
  })

  it('that has ended is not run again by a repeated job', async () => {
    let times = 0
    const id = await start(li, async () => ({ message: `第${++times}次` }))
    await eventually(async () => expect(await find(li, id)).toMatchObject({ status: 'done' }))
    await repeatJob(id)
    const left = () => database.sql("select id from pgboss.job where name = 'story.tell' and state < 'completed'")
    await eventually(async () => expect(await left()).toEqual([]))
    expect(await find(li, id)).toMatchObject({ message: '第1次' })
    expect(times).toBe(1)
  })

  it('does not wait for a long one before it', async () => {
    const end = gate()
    const begun = gate()
    const long = await start(li, async () => {
      begun.open()
      await end.passed
      return {}
    })
    await begun.passed
    const short = await start(wang, async () => ({}))
    await eventually(async () => expect(await find(wang, short)).toMatchObject({ status: 'done' }))
    expect(await find(li, long)).toMatchObject({ status: 'running' })
    end.open()
    await eventually(async () => expect(await find(li, long)).toMatchObject({ status: 'done' }))
  })

  it('is refused when there are too many', async () => {
    const tooMany = as(createActor(), async (ctx) => {
      for (let at = 0; at <= 20; at++) await storyTask.start(ctx, { title: '导出', data: { story: 'none' } })
    })
    await expect(tooMany).rejects.toThrow('进行中的任务过多')
  })
})

describe('stopping a task', () => {
  it('ends a waiting one at once; its job then does nothing', async () => {
    await worker.stop()
    let times = 0
    const id = await start(li, async () => ({ message: String(++times) }))
    await cancel(li, id)
    expect(await find(li, id)).toMatchObject({ status: 'cancelled', isStopping: false })
    worker = newWorker()
    await worker.ready
    await eventually(async () => expect(ended).toContain(id))
    const left = () => database.sql("select id from pgboss.job where name = 'story.tell' and state < 'completed'")
    await eventually(async () => expect(await left()).toEqual([]))
    expect(times).toBe(0)
    expect(await find(li, id)).toMatchObject({ status: 'cancelled' })
  })

  it('takes effect at the next step', async () => {
    const begun = gate()
    const id = await start(li, async ({ progress }) => {
      for (let at = 0; ; at++) {
        await progress(at, 1_000_000)
        begun.open()
        await new Promise((resolve) => void setImmediate(resolve))
      }
    })
    await begun.passed
    await cancel(li, id)
    await cancel(li, id) // a second request to stop
    await eventually(async () => expect(await find(li, id)).toMatchObject({ status: 'cancelled', isStopping: false }))
    await eventually(async () => expect(ended.filter((current) => current === id)).toEqual([id]))
  })

  it('takes effect inside a long step, too', async () => {
    const begun = gate()
    const id = await start(li, async ({ signal }) => {
      const { promise, reject } = Promise.withResolvers<never>()
      signal.addEventListener('abort', () => reject(new Error('the tool was killed')))
      begun.open()
      return promise
    })
    await begun.passed
    await cancel(li, id)
    expect(await find(li, id)).toMatchObject({ status: 'running', isStopping: true })
    await eventually(async () => expect(await find(li, id)).toMatchObject({ status: 'cancelled', isStopping: false }))
  })

  it('changes nothing in an ended one', async () => {
    const id = await start(li, async () => ({ message: '好了' }))
    await eventually(async () => expect(await find(li, id)).toMatchObject({ status: 'done' }))
    await cancel(li, id)
    expect(await find(li, id)).toMatchObject({ status: 'done', message: '好了', isStopping: false })
  })
})

describe('an ended task', () => {
  it('is kept until its owner clears it, or for a week', async () => {
    const mine = createActor()
    const old = await start(mine, async () => ({ file: crypto.randomUUID() }))
    await eventually(async () => expect(await find(mine, old)).toMatchObject({ status: 'done' }))
    await sweep()
    expect(await find(mine, old)).toBeDefined()
    await database.sql("update tenant.task set ended_at = now() - interval '7 days 1 minute' where id = $1", [old])
    await sweep()
    expect(await find(mine, old)).toBeUndefined()

    const young = await start(mine, async () => ({}))
    await eventually(async () => expect(await find(mine, young)).toMatchObject({ status: 'done' }))
    const running = gate()
    const goingOn = await start(mine, async () => running.passed.then(() => ({})))
    await as(mine, clearTasks)
    expect((await as(mine, listTasks)).map(({ id }) => id)).toEqual([goingOn])
    running.open()
    await eventually(async () => expect(await find(mine, goingOn)).toMatchObject({ status: 'done' }))
  })

  it('is made by the sweep only from lost tasks', async () => {
    const begun = gate()
    const end = gate()
    const alive = await start(li, async () => {
      begun.open()
      return end.passed.then(() => ({}))
    })
    await begun.passed
    const lost = await start(li, async () => ({}))
    await eventually(async () => expect(await find(li, lost)).toMatchObject({ status: 'done' }))
    // The state after the last worker was killed: still running, but without a job.
    await database.sql("update tenant.task set status = 'running', ended_at = null where id = $1", [lost])
    await sweep()
    expect(await find(li, lost)).toMatchObject({ status: 'running' }) // it may only be slow
    await database.sql("update tenant.task set seen_at = now() - interval '16 minutes' where id in ($1, $2)", [
      lost,
      alive,
    ])
    await sweep()
    expect(await find(li, lost)).toMatchObject({ status: 'failed', message: '处理失败，请重试' })
    expect(await find(li, alive)).toMatchObject({ status: 'running' })
    end.open()
    await eventually(async () => expect(await find(li, alive)).toMatchObject({ status: 'done' }))
  })
})

it('the owner is signalled of every change', async () => {
  const signals: string[] = []
  const line = listenToSignals(database.cells, 1, {
    onPersons: (_, personIds) => signals.push(...personIds),
    log: quiet,
  })
  await line.ready
  const chen = createActor()
  const id = await start(chen, async () => ({}))
  await eventually(async () => expect(await find(chen, id)).toMatchObject({ status: 'done' }))
  await eventually(async () => expect(signals.filter((who) => who === chen.personId).length).toBeGreaterThanOrEqual(3))
  await line.stop()
})
