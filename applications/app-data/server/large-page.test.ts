import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { useWholeApp } from '#entry/testing/whole-app.ts'
import { extendTimeouts } from '#packages/db'
import { streamSheets } from '#packages/sheet'
import { useDatabase } from '#packages/testing'
import { aSchool } from '#kernel/org/server/example.ts'
import { ago, createDataWorld } from './app-data.fixture.ts'
import { readBoard } from './board.ts'
import { figureDayExport } from './day-export.ts'
import { readOrgPage } from './values.ts'

/** A year of 150 schools is measured by hand: QIMING_METRIC_SCHOOLS=150 QIMING_METRIC_DAYS=365. */
const schoolCount = Number(process.env['QIMING_METRIC_SCHOOLS'] ?? 15)
const dayCount = Number(process.env['QIMING_METRIC_DAYS'] ?? 30)
const days = { from: ago(dayCount), to: ago(1) }
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
  await database.ensurePartitions(ago(dayCount + 31), Math.ceil(dayCount / 28) + 3)
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
    `app-data: ${schoolCount} schools, ${dayCount} days, 8 metrics: ${what} ${Math.round(performance.now() - began)} ms`,
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

/** The metrics above are those of several modules: 50,000 rows of one are 150 schools, 48 days and seven metrics. */
it('exports every day of every school in pieces', async () => {
  const { chief, bureau } = world
  const filter = { key: 'roll-call', orgId: bureau.id, from: ago(dayCount), to: ago(1) }
  const columns = figureDayExport.columns.map(({ key }) => key)
  const expected = await as(chief, (ctx) => figureDayExport.count(ctx, filter))
  let rows = 0
  async function* readRows() {
    let after: string | null = null
    do {
      const request = { columns, isWhole: false, after, limit: 1_000 }
      const piece: Awaited<ReturnType<typeof figureDayExport.read>> = await as(chief, (ctx) =>
        figureDayExport.read(ctx, filter, request),
      )
      rows += piece.rows.length
      yield* piece.rows
      after = piece.after
    } while (after !== null)
  }
  await timed('a file of every day', async () => {
    const sheet = { sheetName: figureDayExport.title, columns: figureDayExport.columns, rows: readRows() }
    let bytes = 0
    for await (const piece of streamSheets({ sheets: [sheet] })) bytes += piece.length
    expect(bytes).toBeGreaterThan(0)
  })
  console.log(`app-data: ${rows} rows exported`)
  expect(rows).toBe(expected)
}, 120_000)
