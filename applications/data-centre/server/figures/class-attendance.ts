import { sql } from 'kysely'
import { dayOf, may, type Ctx } from '#packages/core'
import type { Db } from '#packages/db'
import { sumFigures } from '#engines/attendance/server/api.ts'
import type { ClassAttendance } from '../../contract.ts'

/** The classes of one school that somebody leads or teaches on a day. */
async function listOwnClasses(db: Db, { userId, orgId, day }: { userId: string; orgId: string; day: string }) {
  const { rows } = await sql<{ id: string; isLed: boolean }>`
    select s.class_id as id, bool_or(s.role in ('head', 'vice')) as "isLed"
    from v_class_staff s join v_class c on c.id = s.class_id
    where s.user_id = ${userId} and c.org_id = ${orgId} and s.role <> 'grade-head' and s.begins_on <= ${day}::date
      and (s.over_on is null or s.over_on > ${day}::date)
    group by s.class_id
  `.execute(db)
  return new Map(rows.map(({ id, isLed }) => [id, isLed]))
}

/** How many are absent today in the caller's own classes. The names are on the page of the class, for its leaders. */
export async function getClassAttendance(ctx: Ctx): Promise<ClassAttendance> {
  const { orgId, userId } = ctx.actor
  const day = dayOf(ctx.now)
  const own = await listOwnClasses(ctx.db, { userId, orgId, day })
  if (own.size === 0) return []
  const rows = await sumFigures(ctx, { orgId, classIds: [...own.keys()], from: day, to: day, by: 'class' })
  return rows
    .filter(({ key, lessons }) => own.has(key) && lessons > 0)
    .toSorted((one, other) => Number(own.get(other.key)) - Number(own.get(one.key)))
    .map(({ key, name, lessons, rolled, ...counts }) => ({
      classId: key,
      label: name,
      lessons,
      rolled,
      absent: counts.missing + counts.truant,
      onLeave: counts.sick + counts.private + counts.official,
      late: counts.late,
      url: own.get(key) && may(ctx.actor, 'roll.read') ? `/application/CallTheRoll/class?class=${key}` : null,
    }))
}
