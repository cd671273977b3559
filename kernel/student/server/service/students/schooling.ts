import { dayOf, found, invalid, scopeOf, type Ctx } from '#packages/core'
import { classesByIds, classWithin, gradesByIds, schoolWithin } from '../../school-queries.ts'
import { staffDayOf, type StudentPermission } from './finding.ts'

export const daysAhead = 180

export const plusDays = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

/** What happens may be written down beforehand, but nobody plans years ahead. */
export function requireNearDay(ctx: Pick<Ctx, 'now'>, on: string) {
  if (on > plusDays(dayOf(ctx.now), daysAhead)) throw invalid([{ field: 'on', msg: `日期最多提前${daysAhead}天` }])
  if (on < '1990-01-01') throw invalid([{ field: 'on', msg: '请填写正确的日期' }])
}

/** The school that is meant, or one's own; out of reach there is none. */
export const schoolFor = async (ctx: Ctx, permission: StudentPermission, orgId: string | null | undefined) =>
  found(await schoolWithin(ctx.db, scopeOf(ctx, permission), orgId ?? ctx.actor.orgId), '学校')

/** A class in the caller's reach on a day. */
export const classFor = async (ctx: Ctx, permission: StudentPermission, classId: string, day = dayOf(ctx.now)) =>
  found(await classWithin(ctx.db, scopeOf(ctx, permission), classId, staffDayOf(ctx, day)), '班级')

/** A grade of the school, and a class of it that is there on the day. */
export async function requireClassOf(
  { db }: Pick<Ctx, 'db'>,
  { orgId, gradeId, classId, on }: { orgId: string; gradeId: string; classId: string | null; on: string },
) {
  const [grade] = await gradesByIds(db, [gradeId])
  if (grade?.orgId !== orgId) throw invalid([{ field: 'gradeId', msg: '年级不存在' }])
  if (classId === null) return { grade, class: null }
  const [row] = await classesByIds(db, [classId])
  if (row?.orgId !== orgId || row.gradeId !== gradeId || (row.closedOn !== null && row.closedOn <= on))
    throw invalid([{ field: 'classId', msg: '班级不存在' }])
  return { grade, class: row }
}
