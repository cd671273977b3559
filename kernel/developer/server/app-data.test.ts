import { beforeAll, expect, it } from 'vitest'
import { recordApiCalls, type ApiCall } from '#kernel/audit/server/api.ts'
import { insertOpenings } from '#kernel/catalogue/server/example.ts'
import { readStatistics } from '#kernel/metric/server/statistics.ts'
import { twoSchools } from '#kernel/org/server/example.ts'
import { aTeacher } from '#kernel/staff/server/example.ts'
import type { StatPageData } from '#packages/contract'
import { dayOf, newId, wholeDistrict, orgTreeScope, type Actor, type Ctx } from '#packages/core'
import { createActor, useDatabase } from '#packages/testing'
import { manifest } from '../manifest.ts'
import { appStatistics, appUsages, listUsedApps, sumAppUsage } from './app-data.ts'

const database = useDatabase()
const noon = new Date('2026-11-18T12:00:00+08:00')
const as = <T>(actor: Actor, work: (ctx: Ctx) => Promise<T>) => database.as(actor, (ctx) => work({ ...ctx, now: noon }))
const read = (actor: Actor, kind: 'last7' | 'last30' | 'last365' = 'last30') =>
  as(actor, (ctx) => readStatistics(ctx, { key: 'applications', kind }))

let people: Record<'officer' | 'head' | 'teacher' | 'neighbour', Actor>

beforeAll(async () => {
  database.app.manifests = [manifest]
  database.contribute('statistics', appStatistics)
  people = await as(createActor(), async (ctx) => {
    const { bureau, school, other } = await twoSchools(ctx)
    const reading = (org: typeof school) => ({ can: { 'app-data.read': orgTreeScope(org) } })
    const officer = await aTeacher(ctx, { at: bureau, can: { 'app-data.read': wholeDistrict } })
    const head = await aTeacher(ctx, { at: school, ...reading(school) })
    const teacher = await aTeacher(ctx, { at: school })
    const neighbour = await aTeacher(ctx, { at: other })
    // Five days of the first application and three of the second, each shifted by one day.
    const habit = ({ userId, orgId }: Actor, keys: string[]) => ({ userId, orgId, keys, days: 5 })
    await insertOpenings(ctx, [
      habit(head, ['reading', 'leave']),
      habit(teacher, ['reading']),
      habit(neighbour, ['meals']),
    ])
    return { officer, head, teacher, neighbour }
  })
})

/** The sums and the rows of the list behind a link, as the page reads it. */
async function readList(actor: Actor, link: string) {
  const { pathname, searchParams } = new URL(link, 'http://localhost')
  expect(pathname).toBe('/developer/applicationDataDetail')
  const { day, appKey, org } = Object.fromEntries(searchParams)
  const [from, to] = day!.split('~') as [string, string]
  const sums = await as(actor, (ctx) => sumAppUsage(ctx, { keyword: '', from, to, appKey, org }))
  const page = await as(actor, (ctx) =>
    appUsages.list(ctx, { keyword: '', orgId: null, pageNumber: 1, pageSize: 100, day: { from, to }, appKey, org }),
  )
  expect(page.items.reduce((all, { opens }) => all + opens, 0)).toBe(sums.opens)
  return sums
}

const figuresOf = ({ figures }: StatPageData) => Object.fromEntries(figures.map(({ title, value }) => [title, value]))

it('every number is the sum of the list that it opens, in the scope of the reader', async () => {
  for (const actor of [people.officer, people.head])
    for (const kind of ['last7', 'last365'] as const) {
      const page = await read(actor, kind)
      const { link } = page.figures[0]!
      const { opens, users, schools, applications } = await readList(actor, link!)
      expect(figuresOf(page)).toMatchObject({
        使用人数: users,
        打开次数: opens,
        活跃单位: schools,
        使用的应用: applications,
      })
      for (const { marks } of page.charts)
        for (const { values, links } of marks) expect((await readList(actor, links[0]!)).opens).toBe(values[0])
    }
})

it('a school sees itself, the district all schools', async () => {
  expect(figuresOf(await read(people.head))).toMatchObject({ 使用人数: 2, 活跃单位: 1, 使用的应用: 2 })
  expect(figuresOf(await read(people.officer))).toMatchObject({ 使用人数: 3, 活跃单位: 2, 使用的应用: 3 })
  expect((await as(people.head, listUsedApps)).map(({ appKey }) => appKey).toSorted()).toEqual(['leave', 'reading'])
  const { items } = await as(people.officer, (ctx) =>
    appUsages.list(ctx, { keyword: '', orgId: null, pageNumber: 1, pageSize: 100, appKey: 'meals' }),
  )
  await expect(as(people.head, (ctx) => appUsages.get(ctx, { id: items[0]!.id }))).rejects.toMatchObject({ ret: -5 })
})

it('calls are those of the district, on the days of the period, and absent for a school', async () => {
  const callOf = (daysAgo: number, httpStatus: number): ApiCall => ({
    at: new Date(noon.getTime() - daysAgo * 86_400_000),
    appKey: 'reading',
    interface: '组织机构',
    path: '/api/open/v1/orgs',
    orgCount: 1,
    rowCount: 3,
    httpStatus,
    ret: httpStatus === 200 ? 1 : -6,
    ms: 12,
    bytes: 100,
    address: '100.64.1.1',
    quotaLeft: 9,
    requestId: newId(),
  })
  const record = (calls: readonly ApiCall[]) => as(people.officer, ({ db }) => recordApiCalls(db, calls))
  await record([callOf(0, 200), callOf(0, 403), callOf(6, 200), callOf(7, 200)])
  await record([callOf(0, 200)])
  expect(figuresOf(await read(people.officer, 'last7'))).toMatchObject({ 接口调用: 4, 接口错误: 1 })
  expect(figuresOf(await read(people.officer, 'last30'))).toMatchObject({ 接口调用: 5, 接口错误: 1 })
  const ofSchool = (await read(people.head)).figures.filter(({ metric }) => /calls|errors/.test(metric))
  expect(ofSchool.map(({ value, link }) => [value, link])).toEqual([
    [null, null],
    [null, null],
  ])
})

it('a day counts each person once, however often, and has its hours', async () => {
  const { userId, orgId } = people.teacher
  const openAgain = () =>
    as(people.teacher, (ctx) => insertOpenings(ctx, [{ userId, orgId, keys: ['reading'], days: 1 }]))
  const today = async () => {
    const { items } = await as(people.head, (ctx) =>
      appUsages.list(ctx, {
        keyword: '',
        orgId: null,
        pageNumber: 1,
        pageSize: 10,
        appKey: 'reading',
        day: { from: dayOf(noon), to: null },
      }),
    )
    return as(people.head, (ctx) => appUsages.get(ctx, { id: items[0]!.id }))
  }
  const before = await today()
  await openAgain()
  const after = await today()
  expect(after).toMatchObject({ opens: before.opens + 1, users: 2 })
  expect(after.hours[11]).toBe(before.hours[11]! + 1)
  expect(after.hours.reduce((all, opens) => all + opens, 0)).toBe(after.opens)
})
