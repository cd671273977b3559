import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { useWholeApp } from '#entry/testing/whole-app.ts'
import { extendTimeouts } from '#packages/db'
import { useDatabase } from '#packages/testing'
import { aSchool } from '#kernel/org/server/example.ts'
import { ago, createDataWorld } from './app-data.fixture.ts'
import { readBoard } from './board.ts'
import { readOrgPage } from './values.ts'

/** 150 schools are measured by hand: QIMING_METRIC_SCHOOLS=150. */
const schoolCount = Number(process.env['QIMING_METRIC_SCHOOLS'] ?? 15)
const days = { from: ago(30), to: ago(1) }
const codes = [
  'attendance.rate',
  'attendance.late',
  'attendance.leave',
  'student.enrolled',
  'student.transfer-in',
  'student.transfer-out',
  'student.unbound',
  'cover.lessons',
]

const database = useDatabase()
const { as } = database
let world: Awaited<ReturnType<typeof createDataWorld>>

beforeAll(async () => {
  useWholeApp(database)
  world = await createDataWorld(database, 'roll.stat')
  await as(world.chief, async (ctx) => {
    await extendTimeouts(ctx.db, 10)
    for (let at = 2; at < schoolCount; at++) await aSchool(ctx, world.bureau, `第${at}中学`)
    await sql`
      insert into metric_fact (org_id, code, day, value, total, counted_at)
      select o.id, code, day, 1 + extract(day from day)::int, case when code like 'attendance.%e' then 40 end, now()
      from v_org o, unnest(${codes}::text[]) as code, generate_series(${days.from}::date, ${days.to}::date, '1 day') as day
      where o.type = 'school'
    `.execute(ctx.db)
  })
  await database.sql('analyze')
}, 300_000)

async function timed<T>(what: string, work: () => Promise<T>): Promise<T> {
  const began = performance.now()
  const result = await work()
  console.log(
    `app-data: ${schoolCount} schools, 30 days, 8 metrics: ${what} ${Math.round(performance.now() - began)} ms`,
  )
  return result
}

it('reads a page of many schools, sorts it and expands one of them', async () => {
  const { chief, bureau, school } = world
  const query = { codes, orgId: bureau.id, ...days, pageNumber: 1, pageSize: 20 }
  const first = await timed('first page', () => as(chief, (ctx) => readOrgPage(ctx, query)))
  expect(first.itemCount).toBe(schoolCount)
  const ranking = await timed('ranking', () => as(chief, (ctx) => readOrgPage(ctx, { ...query, sort: codes[0] })))
  expect(ranking.items[0]!.rank).toBe(1)
  const below = await timed('expanding a school', () =>
    as(chief, (ctx) => readOrgPage(ctx, { ...query, orgId: school.id, pageSize: 500 })),
  )
  expect(below.items).toEqual([])
  await timed('the whole page', () => as(chief, (ctx) => readBoard(ctx, { key: 'roll-call', ...days })))
}, 120_000)
