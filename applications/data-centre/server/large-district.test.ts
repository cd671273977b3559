import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { addDays, dayOf, wholeDistrict, type Actor } from '#packages/core'
import { extendTimeouts } from '#packages/db'
import { createActor, useDatabase } from '#packages/testing'
import { aBureau, aSchool } from '#kernel/org/server/example.ts'
import { aTeacher } from '#kernel/staff/server/example.ts'
import { manifest } from '../manifest.ts'
import { readAppStat } from './app-stat.ts'
import { useDayExport } from './use-export.ts'

/** A year of 50 applications in 150 schools: QIMING_STAT_SCHOOLS=150 QIMING_STAT_DAYS=365 QIMING_STAT_TIMED=1. */
const schoolCount = Number(process.env['QIMING_STAT_SCHOOLS'] ?? 6)
const dayCount = Number(process.env['QIMING_STAT_DAYS'] ?? 40)
const isTimed = process.env['QIMING_STAT_TIMED'] === '1'
const appCount = 50
const staffOfSchool = 80

const database = useDatabase()
const today = dayOf(new Date())
const from = addDays(today, 1 - dayCount)
let chief: Actor

beforeAll(async () => {
  Object.assign(database.app, { manifests: [manifest] })
  await database.as(createActor(), async (ctx) => {
    await extendTimeouts(ctx.db, 10)
    const bureau = await aBureau(ctx)
    for (let at = 0; at < schoolCount; at++) await aSchool(ctx, bureau, `第${at + 1}中学`)
    chief = await aTeacher(ctx, { at: bureau, can: { 'statistics.read': wholeDistrict } })
    await sql`
      insert into app_usage_day (id, org_id, app_key, day, opens, users, hours)
      select gen_random_uuid(), o.id, 'app-' || n, day, 1 + n, 1, array_fill(0, array[24])
      from v_org o, generate_series(1, ${appCount}::int) as n,
        generate_series(${from}::date, ${today}::date, '1 day') as day
      where o.type = 'school'
    `.execute(ctx.db)
    await sql`
      insert into app_usage_month (org_id, app_key, month, opens)
      select org_id, app_key, date_trunc('month', day)::date, sum(opens) from app_usage_day group by 1, 2, 3
    `.execute(ctx.db)
    await sql`
      insert into app_user (org_id, app_key, user_id, used_on)
      select o.id, 'app-' || n, md5(o.id::text || p)::uuid, ${today}::date - p
      from v_org o, generate_series(1, ${appCount}::int) as n, generate_series(1, ${staffOfSchool}::int) as p
      where o.type = 'school'
    `.execute(ctx.db)
  })
  await database.sql('vacuum analyze')
}, 900_000)

/** A limit is three times the goal, for a busy machine. */
async function timed<T>(what: string, goal: number, work: () => Promise<T>): Promise<T> {
  const began = performance.now()
  const result = await work()
  const seconds = (performance.now() - began) / 1000
  console.log(`use of applications: ${schoolCount} schools, ${dayCount} days: ${what} ${seconds.toFixed(3)} s`)
  expect({ what, isQuick: !isTimed || seconds <= goal * 3 }).toEqual({ what, isQuick: true })
  return result
}

it('a year of a district is read at once', async () => {
  const read = (by: 'category' | 'org') => database.as(chief, (ctx) => readAppStat(ctx, { from, to: today, by }))
  const year = await timed('by category', 2, () => read('category'))
  expect(year.figures.opens).toBe((schoolCount * dayCount * appCount * (appCount + 3)) / 2)
  const schools = await timed('by school', 2, () => read('org'))
  expect(schools.schools).toHaveLength(schoolCount)
}, 300_000)

it('every day of every school is exported in pieces', async () => {
  const filter = { from, to: today }
  const rows = await timed('rows of the export', 15, async () => {
    let count = 0
    let after: string | null = null
    do {
      const request = { columns: ['org', 'day', 'apps', 'opens'], isWhole: false, after, limit: 1000 }
      const piece: Awaited<ReturnType<typeof useDayExport.read>> = await database.as(chief, (ctx) =>
        useDayExport.read(ctx, filter, request),
      )
      count += piece.rows.length
      after = piece.after
    } while (after !== null)
    return count
  })
  expect(rows).toBe(schoolCount * dayCount)
}, 300_000)
