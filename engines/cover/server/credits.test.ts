import { beforeAll, expect, it } from 'vitest'
import { addDays, newId, orgTreeScope, type Actor, type Ctx } from '#packages/core'
import { createActor, useDatabase } from '#packages/testing'
import { twoSchools, type OrgNode } from '#kernel/org/server/example.ts'
import { aTeacher } from '#kernel/staff/server/example.ts'
import { countOfOrgs, moveToOrg } from './contents-queries.ts'
import {
  addCredits,
  correctCredit,
  getMonthStatistics,
  getMyCredits,
  listMonthCredits,
  settleMonth,
} from './credits.ts'
import { aCover, aCoveredSchool, type ExampleCover } from './example.ts'

const database = useDatabase({ poolSize: 4 })
let office: Actor
let school: OrgNode & { path: string }
let taught: Awaited<ReturnType<typeof aCoveredSchool>>

const as = <T>(day: string, work: (ctx: Ctx) => Promise<T>, actor = office) =>
  database.as(actor, (ctx) => work({ ...ctx, now: new Date(`${day}T12:00:00+08:00`), requestId: newId() }))

beforeAll(async () => {
  ;({ school } = await database.as(createActor(), twoSchools))
  const teacher = await database.as(createActor(), (ctx) => aTeacher(ctx, { at: school, since: '2020-08-01' }))
  office = { ...teacher, permissions: new Map([['cover.settle', orgTreeScope(school)]]) }
  taught = await as('2026-11-18', (ctx) => aCoveredSchool(ctx, school))
})

const hire = (name: string) =>
  database.as(createActor(), (ctx) => aTeacher(ctx, { at: school, since: '2020-08-01', name }))
const cover = (more: ExampleCover) => as(more.day, (ctx) => aCover(ctx, taught, more))
const statistics = (day: string, month: string) => as(day, (ctx) => getMonthStatistics(ctx, school, month))
const sumOf = async (userId: string, month: string, day = '2026-12-20') =>
  (await statistics(day, month)).rows.find((row) => row.userId === userId)
const creditsOf = (userId: string, month: string) => as('2026-12-20', (ctx) => listMonthCredits(ctx, userId, month))

it('of a chain only whoever gave the lesson has the credit, and whoever had it first gave it away', async () => {
  const [first, second, third] = [await hire('安然'), await hire('白桦'), await hire('程远')]
  const before = await cover({ day: '2026-11-04', from: first.userId, to: second.userId, status: 'superseded' })
  await cover({ day: '2026-11-04', from: second.userId, to: third.userId, previous: before })
  expect(await sumOf(first.userId, '2026-11')).toMatchObject({ given: 1, taken: 0, hours: 0 })
  expect(await sumOf(second.userId, '2026-11')).toBeUndefined()
  expect(await sumOf(third.userId, '2026-11')).toMatchObject({
    given: 0,
    taken: 1,
    hours: 100,
    byKind: { same: 100, other: 0 },
  })
})

it('a lesson counts once, however often the end of it is noticed', async () => {
  const [from, to] = [await hire('丁香'), await hire('方圆')]
  const leg = await cover({ day: '2026-11-05', from: from.userId, to: to.userId })
  await as('2026-11-06', (ctx) =>
    addCredits(ctx, school.id, [{ legId: leg.id, memberId: to.userId, day: leg.day, kind: 'same', hundredths: 100 }]),
  )
  expect(await creditsOf(to.userId, '2026-11')).toHaveLength(1)
})

it('supervision, exchanges and entries afterwards are counted by themselves', async () => {
  const [from, to] = [await hire('高山'), await hire('何川')]
  await cover({
    day: '2026-11-09',
    from: from.userId,
    to: to.userId,
    kind: 'supervise',
    credit: 50,
    creditKind: 'supervise',
  })
  await cover({ day: '2026-11-10', from: from.userId, to: from.userId, kind: 'swap', credit: 0 })
  await cover({ day: '2026-11-11', from: from.userId, to: to.userId, isBackfilled: true, creditKind: 'other' })
  // What only waits, or was cancelled, counts nothing.
  await cover({ day: '2026-11-12', from: from.userId, to: to.userId, status: 'effective' })
  await cover({ day: '2026-11-13', from: from.userId, to: to.userId, status: 'cancelled' })
  expect(await sumOf(from.userId, '2026-11')).toMatchObject({ given: 2, taken: 0, swapped: 1, hours: 0 })
  expect(await sumOf(to.userId, '2026-11')).toMatchObject({
    taken: 1,
    supervised: 1,
    backfilled: 1,
    hours: 150,
    byKind: { same: 0, other: 100, supervise: 50, merge: 0 },
  })
})

it('a month is settled once, from the day of the setting on; then corrections are in the next month', async () => {
  const [from, to] = [await hire('蒋文'), await hire('柯蓝')]
  await cover({ day: '2026-03-03', from: from.userId, to: to.userId })
  const settle = (day: string) => as(day, (ctx) => settleMonth(ctx, school, '2026-03'))
  await expect(settle('2026-03-31')).rejects.toThrow('2026年3月从2026-04-05起可以结算')
  await expect(settle('2026-04-04')).rejects.toThrow('2026年3月从2026-04-05起可以结算')
  expect(await statistics('2026-04-04', '2026-03')).toMatchObject({ maySettle: false, settled: null })
  expect(await statistics('2026-04-05', '2026-03')).toMatchObject({ maySettle: true, settled: null })
  expect(await settle('2026-04-05')).toEqual({ total: 100 })
  await expect(settle('2026-04-06')).rejects.toThrow('2026年3月已结算，不能修改，请在下月冲正')
  expect((await statistics('2026-04-06', '2026-03')).settled).not.toBeNull()

  // A lesson of that month that is entered later is paid later.
  await cover({ day: '2026-03-04', from: from.userId, to: to.userId, isBackfilled: true })
  expect(await creditsOf(to.userId, '2026-04')).toMatchObject([{ day: '2026-03-04', hours: 100, isBackfilled: true }])

  const [credit] = await creditsOf(to.userId, '2026-03')
  const correct = (hours: number) =>
    as('2026-04-07', (ctx) => correctCredit(ctx, { creditId: credit!.id, hours, reason: '实际看管自习' }))
  await expect(correct(100)).rejects.toThrow('课时没有变化')
  expect(await correct(50)).toEqual({ month: '2026-04' })
  await expect(correct(0)).rejects.toThrow('该课时已更正')
  expect((await sumOf(to.userId, '2026-03'))!.hours).toBe(100)
  expect((await sumOf(to.userId, '2026-04'))!.hours).toBe(50)
  expect((await creditsOf(to.userId, '2026-03'))[0]).toMatchObject({ isReversed: true, hours: 100 })
  const reversal = (await creditsOf(to.userId, '2026-04')).find(({ hours }) => hours < 0)!
  expect(reversal).toMatchObject({ note: '实际看管自习', hours: -100 })
  await expect(
    as('2026-04-08', (ctx) => correctCredit(ctx, { creditId: reversal.id, hours: 10, reason: '再改' })),
  ).rejects.toThrow('冲正记录不能更正')
})

it('in an open month a correction is in the month itself', async () => {
  const [from, to] = [await hire('李木'), await hire('马原')]
  await cover({ day: '2026-05-12', from: from.userId, to: to.userId })
  const [credit] = await creditsOf(to.userId, '2026-05')
  const change = { creditId: credit!.id, hours: 0, reason: '实际没有上课' }
  expect(await as('2026-05-20', (ctx) => correctCredit(ctx, change))).toEqual({ month: '2026-05' })
  expect((await sumOf(to.userId, '2026-05'))!.hours).toBe(0)
})

it('of two people who settle or correct at once one is late', async () => {
  const [from, to] = [await hire('沈思'), await hire('田野')]
  await cover({ day: '2026-06-09', from: from.userId, to: to.userId })
  const [credit] = await creditsOf(to.userId, '2026-06')
  const correct = (hours: number) =>
    as('2026-06-20', (ctx) => correctCredit(ctx, { creditId: credit!.id, hours, reason: '核对后更正' }))
  const settle = () => as('2026-07-06', (ctx) => settleMonth(ctx, school, '2026-06'))
  const outcomes = async (...works: Promise<unknown>[]) =>
    (await Promise.allSettled(works)).map(({ status }) => status).toSorted((a, b) => (a < b ? -1 : 1))
  expect(await outcomes(correct(0), correct(50))).toEqual(['fulfilled', 'rejected'])
  expect(await outcomes(settle(), settle())).toEqual(['fulfilled', 'rejected'])
})

it('everybody reads what the own covers count', async () => {
  const [from, to] = [await hire('倪虹'), await hire('欧阳')]
  await cover({ day: '2026-11-16', from: from.userId, to: to.userId })
  const own = (who: typeof to) => as('2026-11-18', (ctx) => getMyCredits(ctx, {}), who)
  expect(await own(to)).toMatchObject({ month: '2026-11', total: 100, isSettled: false, rows: [{ day: '2026-11-16' }] })
  expect((await own(to)).rows[0]!.lesson).toContain('语文课')
  expect((await own(from)).rows).toEqual([])
})

/** A small generator of whole numbers that is the same in every run. */
function createDice(seed: number) {
  let state = seed
  return (sides: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * sides)
  }
}

it('whatever happens, what was settled stays, and all months together are what the lessons count', async () => {
  const people = [await hire('潘一'), await hire('钱二'), await hire('孙三')]
  const roll = createDice(29)
  let today = '2024-09-02'
  const paid = new Map<string, number>()
  const worth = new Map<string, number>()
  const sums = () =>
    database.sql<{ month: string; hours: number }>(
      `select month_on::text as month, sum(hundredths)::int as hours from tenant.duty_credit
       where member_id = any($1) group by 1 order by 1`,
      [people.map(({ userId }) => userId)],
    )
  const listOpen = async () =>
    database.sql<{ id: string; hours: number; day: string }>(
      `select c.id, c.hundredths as hours, c.day_on::text as day from tenant.duty_credit c
       where c.member_id = any($1) and c.reverses_id is null
         and not exists (select from tenant.duty_credit k where k.reverses_id = c.id) order by c.created_at, c.id`,
      [people.map(({ userId }) => userId)],
    )
  for (let step = 0; step < 60; step++) {
    today = addDays(today, roll(9))
    const act = roll(4)
    if (act < 2) {
      const hundredths = [50, 100, 150][roll(3)]!
      const back = addDays(today, -roll(40))
      const leg = await cover({ day: back, from: office.userId, to: people[roll(3)]!.userId, credit: hundredths })
      worth.set(leg.id, hundredths)
    } else if (act === 2) {
      const open = await listOpen()
      const one = open[roll(open.length)]
      if (!one) continue
      const hours = [0, 50, 100, 200][roll(4)]!
      if (hours === one.hours) continue
      await as(today, (ctx) => correctCredit(ctx, { creditId: one.id, hours, reason: '核对后更正' }))
      worth.set(`corrected ${step}`, hours - one.hours)
    } else {
      const month = addDays(`${today.slice(0, 7)}-01`, -1).slice(0, 7)
      const settled = await as(today, (ctx) => settleMonth(ctx, school, month)).catch(() => undefined)
      if (settled) paid.set(`${month}-01`, settled.total)
    }
    const now = await sums()
    for (const [month, total] of paid) expect(now.find((one) => one.month === month)?.hours ?? 0).toBe(total)
    const all = now.reduce((sum, { hours }) => sum + hours, 0)
    expect(all).toBe([...worth.values()].reduce((sum, one) => sum + one, 0))
  }
  expect(paid.size).toBeGreaterThan(3)
})

it('the covers of a merged school are paid by the other one, but not a second time', async () => {
  const { school: ended, other } = await database.as(createActor(), twoSchools)
  const there = await as('2025-10-14', (ctx) => aCoveredSchool(ctx, ended))
  const [from, to] = [there.idOf('语文'), there.idOf('数学')]
  const give = (day: string) => as(day, (ctx) => aCover(ctx, there, { day, from, to }))
  await give('2025-10-14')
  await as('2025-11-06', (ctx) => settleMonth(ctx, ended, '2025-10'))
  await give('2025-11-11')
  await as('2025-12-06', (ctx) => settleMonth(ctx, other, '2025-11'))
  await as('2025-12-07', async ({ db }) => {
    await moveToOrg(db, ended.id, other.id)
    expect(await countOfOrgs(db, [ended.id])).toBe(0)
  })
  const months = await database.sql(
    `select day_on::text as day, month_on::text as month, org_id as org from tenant.duty_credit where member_id = $1 order by 1`,
    [to],
  )
  expect(months).toEqual([
    { day: '2025-10-14', month: '2025-10-01', org: ended.id },
    { day: '2025-11-11', month: '2025-12-01', org: other.id },
  ])
})
