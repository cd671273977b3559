import { expect } from 'vitest'
import { addDays, dayOf, getMonday, wholeDistrict, type App, type DistrictId } from '#packages/core'
import { inDistrict } from '#packages/db'
import type { TestDatabase } from '#packages/testing'
import { createPlatformCtx } from '#kernel/access/server/api.ts'
import { listCalendarDays } from '#kernel/schooling/server/api.ts'
import { checkTimetable } from '#engines/timetable/server/check-timetable.ts'
import { loadTimetable } from '#engines/timetable/server/load-model.ts'
import { TimetableIndex } from '#engines/timetable/server/timetable-index.ts'
import { requireTimetable } from '#engines/timetable/server/timetables.ts'

/**
 * Every school with a timetable has one without conflicts that places all lessons, and lessons of every class on each
 * school day of this week.
 */
export async function expectWholeTimetables(database: Pick<TestDatabase, 'cells' | 'sql'>, app: App, district: number) {
  const published = await database.sql<{ id: string; orgId: string; effectiveOn: string }>(
    `select id, org_id as "orgId", effective_on::text as "effectiveOn" from tenant.timetable
     where status = 'published' and district_id = $1`,
    [district],
  )
  expect(published.length).toBeGreaterThan(0)
  for (const { id, orgId, effectiveOn } of published) {
    const { problems, schoolDays } = await inDistrict(database.cells, district as DistrictId, async (db) => {
      const ctx = createPlatformCtx(app, district as DistrictId, db, new Date())
      const permissions = new Map([['timetable.read', wholeDistrict]])
      const acting = { ...ctx, actor: { ...ctx.actor, permissions } }
      const { model } = await loadTimetable(acting, await requireTimetable(acting, 'timetable.read', id))
      const monday = getMonday(dayOf(ctx.now))
      const days = await listCalendarDays(ctx, orgId, monday, addDays(monday, 6))
      return {
        problems: checkTimetable(new TimetableIndex(model)),
        schoolDays: days.filter(
          ({ asWeekday, week, day }) => asWeekday !== null && week !== null && day >= effectiveOn,
        ),
      }
    })
    expect(problems.filter(({ level, code }) => level === 'hard' || ['unplaced', 'no-teacher'].includes(code))).toEqual(
      [],
    )
    const withLessons = await database.sql<{ day: string; classes: number }>(
      `select l.day_on::text as day, count(distinct g.class_id)::int as classes from tenant.lesson l
       join tenant.teaching_group g on (g.district_id, g.id) = (l.district_id, l.group_id)
       where l.timetable_id = $1 and l.day_on = any($2::date[]) group by 1 order by 1`,
      [id, schoolDays.map(({ day }) => day)],
    )
    const [{ classes }] = (await database.sql<{ classes: number }>(
      `select count(distinct g.class_id)::int as classes from tenant.timetable_slot s
       join tenant.teaching_group g on (g.district_id, g.id) = (s.district_id, s.group_id) where s.timetable_id = $1`,
      [id],
    )) as [{ classes: number }]
    expect(withLessons).toEqual(schoolDays.map(({ day }) => ({ day, classes })))
  }
}
