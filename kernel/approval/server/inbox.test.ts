import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import type { Ctx } from '#packages/core'
import { useApprovals } from './approval.fixture.ts'
import { checkDeadlines } from './check-deadlines.ts'
import { delegateApprovals } from './delegations.ts'
import { approveTask, copyFlowTo } from './flows.ts'
import { getInboxCounts, listCopiedFlows, listDecidedTasks, listOpenTasks, listOwnFlows } from './inbox.ts'

const world = useApprovals(['申请人', '甲', '乙', '丙', '忙人'])
const { step, declare, as, start, taskOf, summary, stateOf, replay, timeline, actor, heads, database } = world
const page = { pageNumber: 1, pageSize: 20, keyword: '' }
const titles = ({ items }: { items: readonly { title: string }[] }) => items.map(({ title }) => title)
const day = (text: string) => new Date(`${text}+08:00`)

it('everybody finds the own tasks, decisions, requests and copies, and nobody those of others', async () => {
  declare({ steps: [step('one', ['甲'])] })
  const { id } = await start('申请人', { title: '购书' })
  expect(await as('甲', (ctx) => listOpenTasks(ctx, page))).toMatchObject({
    itemCount: 1,
    items: [{ flowId: id, title: '购书', applicant: '申请人', orgName: '实验小学', holder: '', stepName: 'one步' }],
  })
  expect(await as('甲', getInboxCounts)).toEqual({ open: 1, late: 0 })
  await as('申请人', (ctx) => copyFlowTo(ctx, { flowId: id, members: [actor('丙').userId] }))
  const { id: taskId } = await taskOf(id, '甲')
  await as('甲', (ctx) => approveTask(ctx, { taskId }))
  expect(titles(await as('甲', (ctx) => listOpenTasks(ctx, page)))).toEqual([])
  expect(titles(await as('甲', (ctx) => listDecidedTasks(ctx, page)))).toEqual(['购书'])
  expect(titles(await as('申请人', (ctx) => listOwnFlows(ctx, page)))).toEqual(['购书'])
  expect(titles(await as('丙', (ctx) => listCopiedFlows(ctx, page)))).toEqual(['购书'])
  const lists: ((ctx: Ctx, query: typeof page) => Promise<Parameters<typeof titles>[0]>)[] = [
    listOpenTasks,
    listDecidedTasks,
    listOwnFlows,
    listCopiedFlows,
  ]
  for (const list of lists) expect(titles(await as('乙', (ctx) => list(ctx, page)))).toEqual([])
})

it('a deputy sees the tasks on these days, but neither the requests of the holder nor the own', async () => {
  declare({ steps: [step('one', ['丙'], { self: 'self' })] })
  const form = { from: '2026-11-20', to: '2026-11-24', subjects: [], source: '' }
  const people = { fromPersonId: actor('丙').personId, toPersonId: actor('乙').personId }
  await as('丙', (ctx) => delegateApprovals(ctx, { ...form, ...people }), day('2026-11-19T09:00'))
  for (const name of ['申请人', '丙', '乙']) await start(name)
  const at = (now: string) => as('乙', (ctx) => listOpenTasks(ctx, page), day(now))
  expect((await at('2026-11-24T23:59')).items).toMatchObject([{ title: '申请人的申请', holder: '丙' }])
  expect(await as('乙', getInboxCounts, day('2026-11-21T09:00'))).toEqual({ open: 1, late: 0 })
  expect(titles(await at('2026-11-25T00:00'))).toEqual([])
  expect((await as('丙', (ctx) => listOpenTasks(ctx, page))).itemCount).toBe(3)
})

it('a deadline moves the task to the administrator once, or reminds; nothing is approved by time', async () => {
  const rules = { dueHours: 4, timeout: 'admin' as const }
  declare({ dueMode: 'natural', steps: [step('one', ['甲'], rules), step('two', ['乙'])] })
  const moved = await start('申请人', {}, day('2026-11-20T08:00'))
  declare({ dueMode: 'natural', steps: [step('one', ['甲'], { ...rules, timeout: 'remind' })] })
  const reminded = await start('申请人', { title: '快些' }, day('2026-11-20T08:00'))
  const check = (now: string) => as('管理员', checkDeadlines, day(now))
  await check('2026-11-20T11:59')
  expect(await summary(moved.id)).toEqual(['running', '甲 open'])
  for (const now of ['2026-11-20T12:00', '2026-11-20T12:10', '2026-11-21T12:00']) await check(now)
  expect(await summary(moved.id)).toEqual(['running', '甲 cancelled', '管理员 open'])
  expect(await summary(reminded.id)).toEqual(['running', '甲 open'])
  const sent = await database.sql(`select from tenant.message_batch where title = '审批已超时：快些'`)
  expect(sent).toHaveLength(1)
})

it('a flow with outdated rules and one that cannot be read do not stop the deadlines of the others', async () => {
  const begin = async (title: string, dueHours: number) => {
    declare({ dueMode: 'natural', steps: [step('one', ['甲'], { dueHours, timeout: 'admin' })] })
    return start('申请人', { title }, day('2026-11-23T08:00'))
  }
  const outdated = await begin('旧规则', 2)
  const unreadable = await begin('读不出', 3)
  const good = await begin('正常', 4)
  await database.sql(
    `update tenant.flow_definition set rules = '{}' where id = (select definition_id from tenant.flow_instance where id = $1)`,
    [outdated.id],
  )
  await database.sql(`update tenant.flow_task set opinion = '\\x00' where instance_id = $1`, [unreadable.id])
  const failures: object[] = []
  const check = (now: string) =>
    as('管理员', (ctx) => checkDeadlines({ ...ctx, log: { error: (facts) => void failures.push(facts) } }), day(now))
  for (const now of ['2026-11-23T12:00', '2026-11-23T18:00']) await check(now)
  expect(await summary(good.id)).toEqual(['running', '甲 cancelled', '管理员 open'])
  // Each deadline counts once: nobody is told again and again.
  expect(failures).toMatchObject([{ flow: unreadable.id }])
  expect(
    await database.sql(`select from tenant.message_batch where title like '%旧规则%' and kind <> 'todo'`),
  ).toHaveLength(1)
})

it('the holder is reminded once when most of the time is over, and a late task moves to the superior', async () => {
  heads.push('丙')
  declare({
    dueMode: 'natural',
    steps: [step('one', ['甲', '乙'], { mode: 'all', dueHours: 10, timeout: 'superior' })],
  })
  const { id } = await start('申请人', { title: '加急' }, day('2026-11-20T08:00'))
  const check = (now: string) => as('管理员', checkDeadlines, day(now))
  const listSent = async (kind: string) =>
    (
      await database.sql<{ name: string }>(
        `select p.name from tenant.message_batch b
         join tenant.message m on m.district_id = b.district_id and m.batch_id = b.id and m.at = b.at
         join tenant.person p on p.district_id = m.district_id and p.id = m.person_id
         where b.title = $1 order by p.name`,
        [`${kind}：加急`],
      )
    ).map(({ name }) => name)
  await check('2026-11-20T15:59')
  expect(await listSent('审批即将超时')).toEqual([])
  for (const now of ['2026-11-20T16:00', '2026-11-20T17:59']) await check(now)
  expect((await listSent('审批即将超时')).toSorted()).toEqual(['乙', '甲'].toSorted())
  const { id: taskId } = await taskOf(id, '乙')
  await as('乙', (ctx) => approveTask(ctx, { taskId }), day('2026-11-20T17:59'))
  for (const now of ['2026-11-20T18:00', '2026-11-20T18:10']) await check(now)
  expect(await summary(id)).toEqual(['running', '甲 cancelled', '乙 approved', '丙 open'])
  expect(await taskOf(id, '丙')).toMatchObject({ source: 'escalated', dueAt: day('2026-11-21T04:00').toISOString() })
  expect(await listSent('审批超时已转出')).toEqual(['甲'])
  expect(await timeline('deadline', id)).toContain('one步 ：超时升级至丙')
  // The superior is late too: nobody is above.
  await check('2026-11-21T04:00')
  expect(await listSent('审批已超时')).toEqual(['丙'])
  expect(await replay(id)).toEqual(await stateOf(id))
})

/** 60,000 by `pnpm proof approval --long`. */
const finished = Number(process.env['QIMING_FLOW_TASKS'] ?? 3_000)

beforeAll(async () => {
  declare({ steps: [step('one', ['管理员'])] })
  const { id } = await start('忙人')
  const { personId, userId } = actor('忙人')
  const fill = `
    insert into tenant.flow_task (district_id, id, instance_id, seq, step, round, group_no, seat, person_id, member_id,
      source, status, decided_by, arrived_at, finished_at)
    select $1, gen_random_uuid(), $2, 10 + n, 'one', 1, 10 + n, 1, $3, $4, 'assigned',
      case when n <= 400 then 'open' else 'approved' end, case when n > 400 then $3::uuid end,
      now() - n * interval '1 minute', case when n > 400 then now() - n * interval '1 minute' end
    from generate_series(1, $5::int) n`
  await database.sql(fill, [database.home, id, personId, userId, finished + 400])
  await database.sql('analyze tenant.flow_task')
})

it('an inbox of 400 tasks is fast, however many are finished', async () => {
  const measure = async (work: (ctx: Ctx) => Promise<unknown>) => {
    const times: number[] = []
    for (let run = 0; run < 40; run++) {
      const began = performance.now()
      await as('忙人', work)
      times.push(performance.now() - began)
    }
    return times.toSorted((a, b) => a - b)[37]!
  }
  expect(await as('忙人', getInboxCounts)).toEqual({ open: 400, late: 0 })
  const inbox = await measure((ctx) => listOpenTasks(ctx, page))
  const done = await measure((ctx) => listDecidedTasks(ctx, page))
  const counts = await measure(getInboxCounts)
  const buffers = await as('忙人', async ({ db, actor: { personId } }) => {
    const explain = (query: ReturnType<typeof sql>) =>
      sql<{ 'QUERY PLAN': string }>`explain (analyze, buffers, timing off) ${query}`.execute(db)
    const own = sql`from flow_task t where t.person_id = ${personId} and t.status = 'open'`
    const plans = [
      await explain(sql`select t.id ${own} order by t.arrived_at desc, t.id desc limit 20`),
      await explain(sql`select count(*), count(*) filter (where t.due_at < now()) ${own}`),
    ]
    return plans.map(({ rows }) => {
      const lines = rows.map((row) => row['QUERY PLAN'])
      return {
        index: lines.some((line) => line.includes('flow_task_inbox')),
        pages: Number(/hit=(\d+)/.exec(lines.join(' '))?.[1]),
      }
    })
  })
  console.log(
    `flow inbox: 400 open and ${finished} finished tasks; p95 inbox ${inbox.toFixed(1)} ms, 已办 ${done.toFixed(1)} ms, counts ${counts.toFixed(1)} ms; pages read ${buffers.map(({ pages }) => pages).join(' and ')}`,
  )
  expect(buffers[0]!.index).toBe(true)
  // Finished tasks are in other pages of the table and not in the index.
  expect(buffers.every(({ pages }) => pages <= 450)).toBe(true)
})
