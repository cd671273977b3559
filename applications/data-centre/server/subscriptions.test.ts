import { beforeAll, expect, it } from 'vitest'
import { assignTemplates } from '#kernel/access/server/api.ts'
import { aUserWithRoles, twoSchoolsWithRoles, withCurrentPermissions } from '#kernel/access/server/example.ts'
import { insertOpenings } from '#kernel/catalogue/server/example.ts'
import type { Actor, Ctx } from '#packages/core'
import { createActor, useDatabase } from '#packages/testing'
import { manifest } from '../manifest.ts'
import { getAppStatFacts, sendMonthlyReports, subscribe, subscriptionContents } from './subscriptions.ts'

const database = useDatabase()
const night = createActor({ districtId: database.home })
const firstOf = (month: string) => new Date(`${month}-01T07:00:00+08:00`)
const at = <T>(actor: Actor, now: Date, work: (ctx: Ctx) => Promise<T>) =>
  database.as(actor, (ctx) => work({ ...ctx, now }))
const send = (month: string) => at(night, firstOf(month), sendMonthlyReports)

let orgs: Awaited<ReturnType<typeof twoSchoolsWithRoles>>
let head: Actor
let colleague: Actor

beforeAll(async () => {
  database.app.manifests = [manifest]
  await database.ensurePartitions('2026-08-01', 8)
  await at(createActor(), firstOf('2026-09'), async (ctx) => {
    orgs = await twoSchoolsWithRoles(ctx)
    head = await aUserWithRoles(ctx, ['head'], { at: orgs.school, hasAccount: true })
    colleague = await aUserWithRoles(ctx, ['head'], { at: orgs.school, hasAccount: true })
    const october = { ...ctx, now: new Date('2026-10-20T12:00:00+08:00') }
    await insertOpenings(october, [{ userId: head.userId, orgId: orgs.school.id, keys: ['reading'], days: 2 }])
  })
})

const listMessages = ({ personId }: Actor) =>
  database.sql<{ title: string; body: string; url: string }>(
    `select b.title, b.body, b.url from tenant.message m
     join tenant.message_batch b on b.district_id = m.district_id and b.id = m.batch_id
     where m.person_id = $1 order by b.at, b.id`,
    [personId],
  )

it('is offered for organisations that the caller may read, and given once', async () => {
  const orgId = orgs.school.id
  await database.as(head, (ctx) => subscribe(ctx, { orgId, isOn: true }))
  await database.as(head, (ctx) => subscribe(ctx, { orgId, isOn: true }))
  await database.as(colleague, (ctx) => subscribe(ctx, { orgId, isOn: true }))
  const facts = await database.as(head, getAppStatFacts)
  expect([facts.orgs.map(({ name }) => name), facts.subscribed]).toEqual([['实验小学'], [orgId]])
  await expect(database.as(head, (ctx) => subscribe(ctx, { orgId: orgs.other.id, isOn: true }))).rejects.toMatchObject({
    ret: -5,
  })
})

it('sends the last month once, with the rights of that moment', async () => {
  expect(await send('2026-11')).toBe(2)
  expect(await send('2026-11')).toBe(0)
  expect(await listMessages(head)).toEqual([
    {
      title: '实验小学2026年10月应用数据统计',
      body: '打开 3 次，活跃用户 1 人，使用率 50%，使用中的应用 1 个。',
      url: `/dataCentre/dataStatistics?org=${orgs.school.id}&from=2026-10-01&to=2026-10-31`,
    },
  ])
})

it('ends with a note for whoever may not read it any more', async () => {
  await database.as(createActor(), (ctx) => assignTemplates(ctx, colleague.userId, []))
  await database.sql('delete from tenant.membership_role where membership_id = $1', [colleague.userId])
  const now = await database.as(createActor(), (ctx) => withCurrentPermissions(ctx, colleague))
  expect(now.permissions.has('statistics.read')).toBe(false)
  expect(await send('2026-12')).toBe(1)
  expect((await listMessages(colleague)).map(({ title, body }) => [title, /\d/.test(body)])).toEqual([
    ['实验小学2026年10月应用数据统计', true],
    ['每月报告已停止', false],
  ])
  const ended = await database.sql(
    'select end_note from tenant.statistics_subscription where user_id = $1 and ended_at is not null',
    [colleague.userId],
  )
  expect(ended).toEqual([{ end_note: '没有查看权限' }])
  expect(await send('2026-12')).toBe(0)
})

it('follows a school into another one, and stops when asked', async () => {
  const { school, other } = orgs
  const relocation = { from: school, to: other, departments: new Map<string, string>(), isWhole: true }
  await database.as(createActor(), (ctx) => subscriptionContents.relocate(ctx, relocation))
  expect((await database.as(head, getAppStatFacts)).subscribed).toEqual([other.id])
  await database.as(createActor(), (ctx) =>
    subscriptionContents.relocate(ctx, { ...relocation, from: other, to: school }),
  )
  await database.as(head, (ctx) => subscribe(ctx, { orgId: school.id, isOn: false }))
  expect((await database.as(head, getAppStatFacts)).subscribed).toEqual([])
  expect(await send('2027-01')).toBe(0)
})
