import { expect, it } from 'vitest'
import { appCategories } from '#packages/contract'
import { inDistrict } from '#packages/db'
import { useDatabase } from '#packages/testing'
import { listAllApplications, listVisibleApps } from '#kernel/catalogue/server/api.ts'
import { createPlatformCtx } from '#kernel/access/server/api.ts'
import { loadModules } from '../modules.ts'
import { orderDemoRows } from './demo-rows.ts'
import { beginDistrict, listDistrictPlans, seedDistrictSteps, seedDemoActivity } from './seed-district.ts'

const database = useDatabase({ withoutDistricts: true })
const { app } = await loadModules()

const declare = (key: string, ...after: string[]) => ({ key, after, create: async () => 0 })

it('orders the rows of modules by key, each after those that it needs', () => {
  const ordered = orderDemoRows([declare('a.x', 'c.z'), declare('c.z', 'b.y'), declare('b.y'), declare('d.w')])
  expect(ordered.map(({ key }) => key)).toEqual(['b.y', 'c.z', 'a.x', 'd.w'])
  expect(() => orderDemoRows([declare('a.x', 'b.y')])).toThrow('no module declares the demo rows b.y, which a.x needs')
  expect(() => orderDemoRows([declare('a.x', 'b.y'), declare('b.y', 'a.x')])).toThrow('a.x → b.y → a.x')
})

it('gives a demo district applications in every category, open for some and closed for others', async () => {
  const { cells } = database
  const [, plan] = listDistrictPlans('S', [1])
  const run = await beginDistrict({ app, cells }, plan!)
  const seeded = await seedDistrictSteps(run, { ...plan!, pupils: [30] }, 'Qinghe-Luye-2026')
  const { district, logins } = seeded
  const viewed = await seedDemoActivity(run, plan!, seeded)
  expect(seeded.rowCounts.get('catalogue.applications')).toBeGreaterThanOrEqual(15)
  expect([...viewed.keys()]).toEqual([
    'audit.logs',
    'catalogue.requests',
    'staff.changes',
    'catalogue.handed-on',
    'catalogue.use',
    'contacts.groups',
    'developer.companies',
    'developer.api-calls',
    'developer.collect',
    'handover.cases',
    'schooling.rooms',
    'timetable.term',
    'teacher-leave.term',
    'lesson-changes.covers',
    'message.sms',
    'student.moves',
    'roll-call.term',
    'schooling.subjects',
    'source.database',
    'support.tickets',
    'teaching-affairs.professions',
  ])
  expect(viewed.get('schooling.rooms')).toBe(24)
  expect(viewed.get('staff.changes')).toBe(2)
  expect(viewed.get('support.tickets')).toBe(5)
  const inside = <T>(work: (ctx: ReturnType<typeof createPlatformCtx>) => Promise<T>) =>
    inDistrict(cells, district, (db) => work(createPlatformCtx(app, district, db, new Date())))

  const apps = await inside(listAllApplications)
  expect(new Set(apps.map(({ category }) => category)).size).toBe(Object.keys(appCategories).length)
  expect(new Set(apps.map(({ audience }) => audience)).size).toBe(7)
  expect(apps.filter(({ status }) => status === 2).length).toBeGreaterThanOrEqual(12)
  for (const status of [0, 1, 4]) expect(apps.filter((app) => app.status === status).length).toBeGreaterThan(0)

  const membership = logins.find(({ title }) => title === '语文教师')!.membership!
  const mine = await inside((ctx) => listVisibleApps(ctx, { ...membership, kind: 'staff', permissions: new Map() }))
  const names = mine.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['云课备课室', '智题组卷', '名师工作室', '会议室预订', '校园开放日']))
  for (const others of ['校车通', '书香阅读', '能耗监测屏', '旧版报修']) expect(names).not.toContain(others)
  const used = await database.sql(`select from tenant.app_opening where user_id = $1`, [membership.userId])
  expect(used.length).toBeGreaterThan(5)
  const waiting = await database.sql<{ title: string }>(
    `select title from tenant.message_batch where kind = 'todo' and closed_at is null order by title`,
  )
  expect(waiting.map(({ title }) => title)).toEqual(
    expect.arrayContaining(['待审批：应用“心理驿站”登记', expect.stringContaining('申请开通“校车通”')]),
  )
  const chief = logins.find(({ title }) => title === '区管理员')!.membership!
  const inbox = await database.sql<{ subject: string }>(
    `select distinct f.subject from tenant.flow_task t
     join tenant.flow_instance f on (f.district_id, f.id) = (t.district_id, t.instance_id)
     where t.status = 'open' and t.person_id = $1 order by 1`,
    [chief.personId],
  )
  expect(inbox.map(({ subject }) => subject)).toEqual(['access-request', 'api-grant', 'app-request', 'application'])
})
