import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { defineEvent } from '#packages/contract'
import { newId, type Ctx } from '#packages/core'
import { Cells, inDistrict } from '#packages/db'
import { createActor, useDatabase } from '#packages/testing'
import {
  deadLetterQueue,
  defineJob,
  effectOnce,
  enqueue,
  prepareQueues,
  publish,
  startWorker,
  stopSenders,
  subscribe,
} from './index.ts'

const database = useDatabase()
const { as, home, away } = database
const li = createActor({ districtId: home })
const stranger = createActor({ districtId: away })

/** Jobs leave rows as traces: memory would not notice a rollback. */
const leave = (ctx: Ctx, name: string) =>
  ctx.db.insertInto('event').values({ id: crypto.randomUUID(), name, ids: '{}', at: ctx.now }).execute()
const traces = async (name: string) =>
  Number((await database.sql<{ count: number }>('select count(*) from tenant.event where name = $1', [name]))[0]!.count)
const eventually = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 60_000, interval: 50 })

const greet = defineJob<{ text: string }>({
  name: 'greeting.send',
  title: '问候',
  handle: (ctx, { text }) => leave(ctx, `greeted ${text} for ${ctx.actor.kind} ${ctx.actor.userId}`),
})
let stumbles = 0
const stumble = defineJob({
  name: 'stumble.once',
  title: '绊一下',
  retries: 2,
  handle: async (ctx) => {
    await leave(ctx, 'stumbled')
    if (stumbles++ === 0) throw new Error('a secret that must not be kept: 138****')
  },
})
const hopeless = defineJob({
  name: 'hopeless.try',
  title: '总失败',
  retries: 0,
  handle: async () => Promise.reject(new Error('Zz9canary')),
})
const tidy = defineJob({
  name: 'desk.tidy',
  title: '整理',
  oneWaiting: true,
  cron: '0 3 * * *',
  handle: (ctx) => leave(ctx, 'tidied'),
})
const outside = defineJob<{ text: string }>({
  name: 'outside.call',
  title: '外呼',
  handleOutside: async ({ cells, districtId }, { text }) =>
    void (await cells.pool(1).query("select set_config('x.y', $1, false)", [`${districtId}${text}`])),
})
const round = defineJob({
  name: 'round.make',
  title: '巡视',
  cron: '*/5 * * * *',
  handleCell: async ({ cells, cell, log }) => {
    await inDistrict(cells, home, (db) =>
      leave({ app: database.app, actor: li, db, now: new Date(), requestId: newId() }, 'went round'),
    )
    log.info({ cell }, 'went round')
  },
})
const jobs = [greet, stumble, hopeless, tidy, outside, round]
const oneLeave = z.object({ leaveId: z.string() })
const leaveApproved = defineEvent('leave.approved', oneLeave, { description: 'A leave request was approved.' })
const leaveRefused = defineEvent('leave.refused', oneLeave, { description: 'A leave request was refused.' })
const onCover = subscribe(leaveApproved, { name: 'cover.on-leave', title: '代课' }, (ctx, { leaveId }) =>
  leave(ctx, `cover ${leaveId}`),
)
const subscriptions = [
  onCover,
  subscribe(leaveApproved, { name: 'meal.on-leave', title: '用餐' }, (ctx, { leaveId }) =>
    leave(ctx, `meal ${leaveId}`),
  ),
  subscribe(leaveRefused, { name: 'nobody.on-refusal', title: '无' }, (ctx) => leave(ctx, 'never')),
]
const lines: string[] = []
const write = (facts: object, text: string) => void lines.push(JSON.stringify(facts) + text)
let worker: ReturnType<typeof startWorker>

beforeAll(async () => {
  await prepareQueues(database.url('portal_owner'), jobs, subscriptions)
  await prepareQueues(database.url('portal_owner'), jobs, subscriptions) // Again, as every deployment does.
  worker = startWorker({
    app: database.app,
    cells: database.cells,
    pollSeconds: 0.5,
    jobs,
    subscriptions,
    log: { info: write, warn: write, error: write },
  })
  await worker.ready
})
afterAll(() => worker.stop())

describe('a job', () => {
  it('runs in the district and on behalf of its actor', async () => {
    await as(li, (ctx) => enqueue(ctx, greet, { text: '早' }))
    await eventually(async () => expect(await traces(`greeted 早 for job ${li.userId}`)).toBe(1))
    const [row] = await database.sql<{ district_id: number }>(
      "select district_id from tenant.event where name like 'greeted 早%'",
    )
    expect(row!.district_id).toBe(home)
  })

  it('does not exist when its transaction is rolled back', async () => {
    await as(li, async (ctx) => {
      await enqueue(ctx, greet, { text: '幽灵' })
      throw new Error('changed my mind')
    }).catch(() => {})
    const queued = await database.sql("select id from pgboss.job where data::text like '%幽灵%'")
    expect(queued).toEqual([])
  })

  it('that fails is retried, and leaves one trace', async () => {
    await as(li, (ctx) => enqueue(ctx, stumble, {}))
    await eventually(async () => expect(await traces('stumbled')).toBe(1))
    expect(stumbles).toBe(2)
  })

  it('that always fails ends in the dead letters, without its message', async () => {
    await as(li, (ctx) => enqueue(ctx, hopeless, {}))
    const dead = () =>
      database.sql<{ row: string }>('select row_to_json(job)::text as row from pgboss.job where name = $1', [
        deadLetterQueue,
      ])
    await eventually(async () => expect(await dead()).toHaveLength(1))
    const everything = await database.sql<{ row: string }>('select row_to_json(job)::text as row from pgboss.job')
    expect(everything.map(({ row }) => row).join()).not.toContain('Zz9canary')
  })

  it('with `oneWaiting` is not enqueued twice', async () => {
    const before = await traces('tidied')
    await as(li, async (ctx) => {
      await enqueue(ctx, tidy, {})
      await enqueue(ctx, tidy, {})
      await enqueue(ctx, tidy, {})
    })
    await as(stranger, (ctx) => enqueue(ctx, tidy, {}))
    await eventually(async () => expect(await traces('tidied')).toBe(before + 2))
    // The effect of a job is visible a moment before the queue records its end.
    const left = () =>
      database.sql("select id from pgboss.job where name = 'desk.tidy' and state in ('created', 'active')")
    await eventually(async () => expect(await left()).toEqual([]))
    expect(await traces('tidied')).toBe(before + 2)
  })

  it('with a schedule is registered once per cell', async () => {
    const plans = await database.sql<{ name: string; cron: string; timezone: string }>(
      'select name, cron, timezone from pgboss.schedule',
    )
    expect(plans).toContainEqual({ name: 'desk.tidy.every-district', cron: '0 3 * * *', timezone: 'Asia/Shanghai' })
  })

  it('per cell becomes one per district', async () => {
    const before = await traces('tidied')
    await database.sql(`insert into pgboss.job (name, data) values ('desk.tidy.every-district', null)`)
    await eventually(async () => expect(await traces('tidied')).toBe(before + 2))
  })

  it('for the whole cell runs once, and does not pile up', async () => {
    const sent = await database.sql(
      `insert into pgboss.job (name, data, policy) values ('round.make.every-district', null, 'short'),
       ('round.make.every-district', null, 'short') on conflict do nothing returning id`, // As pg-boss's clock does.
    )
    expect(sent).toHaveLength(1)
    await eventually(async () => expect(await traces('went round')).toBe(1))
    expect(lines.some((line) => line === '{"cell":1}went round')).toBe(true)
    const queues = await database.sql<{ name: string; policy: string }>(
      "select name, policy from pgboss.queue where name like 'round.make%'",
    )
    expect(queues).toEqual([{ name: 'round.make.every-district', policy: 'short' }])
  })
})

it('many first callers at once do not block each other', async () => {
  const fresh = new Cells({ directoryUrl: '', cells: new Map([[1, database.url('portal_app')]]), poolSize: 3 })
  const write = () =>
    inDistrict(fresh, home, (db) =>
      enqueue({ app: database.app, actor: li, db, now: new Date(), requestId: newId() }, greet, { text: '齐' }),
    )
  await Promise.all(Array.from({ length: 12 }, write))
  await stopSenders(fresh)
  await fresh.end()
  await eventually(async () => expect(await traces(`greeted 齐 for job ${li.userId}`)).toBe(12))
})

describe('an event', () => {
  it('reaches every subscriber once, and no other handler', async () => {
    await as(li, (ctx) => publish(ctx, leaveApproved, { leaveId: 'L1' }))
    await eventually(async () => {
      expect(await traces('cover L1')).toBe(1)
      expect(await traces('meal L1')).toBe(1)
    })
    expect(await traces('never')).toBe(0)
  })

  it('that is delivered again changes nothing', async () => {
    await as(li, (ctx) => publish(ctx, leaveApproved, { leaveId: 'L2' }))
    await eventually(async () => expect(await traces('cover L2')).toBe(1))
    // The same delivery again, as after a crash between the work and its acknowledgement.
    await database.sql(
      `insert into pgboss.job (name, data) select name, data from pgboss.job
       where name = 'cover.on-leave' and data->'data'->>'eventId' = (select id::text from tenant.event where ids->>'leaveId' = 'L2')`,
    )
    await eventually(async () =>
      expect(
        await database.sql("select id from pgboss.job where name = 'cover.on-leave' and state <> 'completed'"),
      ).toEqual([]),
    )
    expect(await traces('cover L2')).toBe(1)
  })

  it('stays in its district', async () => {
    await as(stranger, (ctx) => publish(ctx, leaveApproved, { leaveId: 'L3' }))
    await eventually(async () => expect(await traces('meal L3')).toBe(1))
    const rows = await database.sql<{ district_id: number }>(
      "select district_id from tenant.event where name = 'meal L3'",
    )
    expect(rows).toEqual([{ district_id: away }])
  })

  it('with a wrong payload is refused at both ends', async () => {
    const before = await traces('leave.approved')
    for (const wrong of [{}, { leaveId: 5 }, { leaveId: 'L4', phone: '13800000000' }] as never[])
      await expect(as(li, (ctx) => publish(ctx, leaveApproved, wrong))).rejects.toThrow(
        'event leave.approved has a wrong',
      )
    expect(await traces('leave.approved')).toBe(before)
    await expect(as(li, (ctx) => onCover.handle(ctx, { leaveId: 5 }))).rejects.toThrow(
      'event leave.approved has a wrong',
    )
    expect(await traces('cover 5')).toBe(0)
  })
})

it('effectOnce lets an effect happen once', async () => {
  const results = await Promise.all(Array.from({ length: 4 }, () => as(li, (ctx) => effectOnce(ctx, 'greeting card'))))
  expect(results.filter(Boolean)).toHaveLength(1)
  expect(await as(stranger, (ctx) => effectOnce(ctx, 'greeting card'))).toBe(true)
})

it('work outside a transaction has its district', async () => {
  await as(li, (ctx) => enqueue(ctx, outside, { text: 'x' }))
  await eventually(async () =>
    expect(lines.some((line) => line.includes('"job":"outside.call"') && line.includes('job done'))).toBe(true),
  )
})
