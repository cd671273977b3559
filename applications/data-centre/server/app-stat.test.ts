import { beforeAll, expect, it } from 'vitest'
import { defineApplication } from '#packages/contract'
import { addDays, dayOf, orgTreeScope, wholeDistrict, type Actor, type Ctx } from '#packages/core'
import { createActor, useDatabase } from '#packages/testing'
import { insertOpenings } from '#kernel/catalogue/server/example.ts'
import { twoSchools, type OrgNode } from '#kernel/org/server/example.ts'
import { aTeacher } from '#kernel/staff/server/example.ts'
import { manifest } from '../manifest.ts'
import { readAppStat } from './app-stat.ts'
import { useDayExport } from './use-export.ts'

const database = useDatabase()
const noon = new Date('2026-11-18T12:00:00+08:00')
const today = dayOf(noon)
const as = <T>(actor: Actor, work: (ctx: Ctx) => Promise<T>) => database.as(actor, (ctx) => work({ ...ctx, now: noon }))
const read = (actor: Actor, query: Partial<Parameters<typeof readAppStat>[1]> = {}) =>
  as(actor, (ctx) => readAppStat(ctx, { by: 'category', ...query }))

const pages = [{ path: '', title: '首页', permission: 'staff', help: 'x' }] as const
const application = (key: string, title: string, category: 'teaching' | 'office') =>
  defineApplication({ key, title, route: key, category, about: title, icon: 'bell', permissions: {}, pages })

let orgs: Record<'bureau' | 'school' | 'other', OrgNode>
let people: Record<'chief' | 'head' | 'teacher' | 'neighbour' | 'nobody', Actor>

beforeAll(async () => {
  database.app.manifests = [
    manifest,
    application('reading', '阅读', 'teaching'),
    application('seals', '用印', 'office'),
    application('unused', '无人使用', 'office'),
  ]
  database.contribute('workDays', async (_, orgIds, from, to) => {
    const days = Array.from({ length: 400 }, (_day, at) => addDays(from, at)).filter((day) => day <= to)
    const sunday = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay() === 0
    return new Map(orgIds.map((id) => [id, days.map((day) => ({ day, isWorking: !sunday(day) }))]))
  })
  await database.ensurePartitions('2025-10-01', 16)
  await as(createActor(), async (ctx) => {
    orgs = await twoSchools(ctx)
    const { bureau, school, other } = orgs
    const reading = (org: OrgNode) => ({ can: { 'statistics.read': orgTreeScope(org) } })
    people = {
      chief: await aTeacher(ctx, { at: bureau, can: { 'statistics.read': wholeDistrict } }),
      head: await aTeacher(ctx, { at: school, ...reading(school) }),
      teacher: await aTeacher(ctx, { at: school }),
      neighbour: await aTeacher(ctx, { at: other, ...reading(other) }),
      nobody: await aTeacher(ctx, { at: school }),
    }
    // Three days of the first application and one of the second: 1 + 2 + 3 openings, and 2.
    const habit = ({ userId, orgId }: Actor, keys: string[]) => ({ userId, orgId, keys, days: 3 })
    await insertOpenings(ctx, [
      habit(people.head, ['reading', 'seals']),
      habit(people.teacher, ['reading']),
      habit(people.neighbour, ['seals']),
    ])
    const weekEarlier = { ...ctx, now: new Date(noon.getTime() - 30 * 86_400_000) }
    await insertOpenings(weekEarlier, [{ userId: people.nobody.userId, orgId: school.id, keys: ['reading'], days: 1 }])
  })
})

const appsOf = ({ categories }: Awaited<ReturnType<typeof readAppStat>>) =>
  Object.fromEntries(
    categories.flatMap(({ apps }) =>
      apps.map(({ name, opens, users, people: all, share }) => [name, [opens, users, all, share]]),
    ),
  )

it('counts by category what a school and the district have opened, with as many days before', async () => {
  const school = await read(people.head)
  expect(school).toMatchObject({ from: addDays(today, -29), to: today, step: 'day', schools: [] })
  expect(school.categories.map(({ name, apps }) => [name, ...apps.map((app) => app.name)])).toEqual([
    ['教务教学', '阅读'],
    ['协同办公', '用印', '无人使用'],
  ])
  expect(appsOf(school)).toEqual({ 阅读: [12, 2, 3, 66.7], 用印: [2, 1, 3, 33.3], 无人使用: [0, 0, 3, 0] })
  expect(school.figures).toEqual({ opens: 14, users: 2, share: 66.7, apps: 2 })
  expect(school.before).toMatchObject({ opens: 1, users: 1, apps: 1, to: addDays(today, -30) })
  const district = await read(people.chief)
  expect(district.figures).toEqual({ opens: 20, users: 3, share: 60, apps: 2 })
  expect((await read(people.chief, { orgId: orgs.school.id })).figures).toEqual(school.figures)
  const office = await read(people.chief, { category: 'office' })
  expect(office.figures).toEqual({ opens: 8, users: 2, share: 40, apps: 1 })
})

it('has a gap and no zero for a rest day on which nobody came', async () => {
  const { trend, figures } = await read(people.head, { from: addDays(today, -13), to: today })
  expect(trend.map(({ from }) => from)).not.toContain('2026-11-15')
  expect(trend.find(({ from }) => from === '2026-11-14')!.opens).toBe(0)
  expect(trend.reduce((all, { opens }) => all + opens, 0)).toBe(figures.opens)
  const year = await read(people.head, { from: addDays(today, -364), to: today })
  expect([year.step, year.trend.map(({ label }) => label)]).toEqual(['month', ['2026-10', '2026-11']])
  expect((await read(people.head, { from: addDays(today, -120), to: today })).step).toBe('week')
})

it('refuses more than a year, and knows organisations of others as little as those that do not exist', async () => {
  await expect(read(people.head, { from: addDays(today, -366), to: today })).rejects.toThrow('查询区间不能超过一年')
  await expect(read(people.head, { from: today, to: addDays(today, -1) })).rejects.toMatchObject({ ret: -1 })
  for (const orgId of [orgs.other.id, orgs.bureau.id, people.head.userId])
    await expect(read(people.head, { orgId })).rejects.toMatchObject({ ret: -5 })
  await expect(read(people.teacher)).rejects.toMatchObject({ ret: -6 })
  await expect(as(people.head, (ctx) => useDayExport.count(ctx, { orgId: orgs.other.id }))).rejects.toMatchObject({
    ret: -5,
  })
})

it('compares schools, by rates where their sizes differ', async () => {
  const { schools, isByRate } = await read(people.chief, { by: 'org' })
  expect(schools).toMatchObject([
    { name: '实验小学', opens: 14, before: 1, users: 2, staff: 3, share: 66.7, perPerson: 4.7 },
    { name: '文澜中学', opens: 6, before: 0, users: 1, staff: 1, share: 100, perPerson: 6 },
  ])
  expect(isByRate).toBe(false)
  await as(createActor(), (ctx) => aTeacher(ctx, { at: orgs.school }))
  expect((await read(people.chief, { by: 'org' })).isByRate).toBe(true)
  expect((await read(people.head, { by: 'org' })).schools).toEqual([])
})

it('counts the people of a month that is over, and of a longer time says that it cannot', async () => {
  const over = await read(people.head, { from: addDays(today, -30), to: addDays(today, -1) })
  expect(over.figures.users).toBe(3)
  const long = await read(people.head, { from: addDays(today, -100), to: addDays(today, -1) })
  expect([long.figures.users, long.figures.share]).toEqual([null, null])
})

it('exports a row for each organisation and day, in pieces', async () => {
  const filter = { from: addDays(today, -29), to: today }
  const columns = ['org', 'day', 'apps', 'opens']
  const count = await as(people.chief, (ctx) => useDayExport.count(ctx, filter))
  const rows: unknown[] = []
  let after: string | null = null
  do {
    const request = { columns, isWhole: false, after, limit: 6 }
    const piece: Awaited<ReturnType<typeof useDayExport.read>> = await as(people.chief, (ctx) =>
      useDayExport.read(ctx, filter, request),
    )
    rows.push(...piece.rows)
    after = piece.after
  } while (after !== null)
  expect(rows).toHaveLength(count)
  expect(rows[0]).toEqual(expect.arrayContaining([today, 1]))
  expect(await as(people.chief, (ctx) => useDayExport.describe(ctx, filter))).toBe(
    '云禾区教育局，2026-10-20 至 2026-11-18',
  )
})
