import { dayOf, found, newId, type Ctx } from '#packages/core'
import { schoolYearOf, firstDayOf } from '../../../contract-school-year.ts'
import type { LessonPeriod, PeriodScheme } from '../../../contract-time.ts'
import { addDays } from '../../../contract-days.ts'
import { insertScheme, periodsOf, schemesOf, schemesOn, storePeriods } from '../../period-queries.ts'
import { holdTime, orgOf } from '../../time-org-queries.ts'
import { usualHours } from '../../../contract-hours.ts'
import { orgToRead } from './reach.ts'

export async function listSchemes(ctx: Ctx, orgId: string | null): Promise<PeriodScheme[]> {
  const org = await orgToRead(ctx, orgId)
  const schemes = await schemesOf(ctx.db, org.id)
  const periods = await periodsOf(
    ctx.db,
    schemes.map(({ id }) => id),
  )
  return schemes.map(({ id, name, gradeIds, startsOn, overOn, version }) => ({
    id,
    name,
    gradeIds,
    startsOn,
    version,
    endsOn: overOn === null ? null : addDays(overOn, -1),
    periods: periods.filter(({ schemeId }) => schemeId === id).map(present),
  }))
}

const present = ({ id, name, begins, ends, sort, kind }: LessonPeriod): LessonPeriod => ({
  id,
  name,
  begins,
  ends,
  sort,
  kind,
})

/** The hours of a day for a grade, or for a school as a whole; none while nobody has set them. */
export async function periodsOn(
  ctx: Pick<Ctx, 'db'>,
  orgId: string,
  gradeId: string | null,
  day: string,
): Promise<LessonPeriod[]> {
  const schemes = await schemesOn(ctx.db, orgId, day)
  const ofGrade = gradeId === null ? undefined : schemes.find(({ gradeIds }) => gradeIds.includes(gradeId))
  const forAll = schemes.find(({ gradeIds }) => gradeIds.length === 0)
  const scheme = ofGrade ?? forAll ?? (gradeId === null ? schemes[0] : undefined)
  return scheme ? (await periodsOf(ctx.db, [scheme.id])).map(present) : []
}

/** The usual hours from the beginning of the school year, for a school that has none. */
export async function ensurePeriods(ctx: Pick<Ctx, 'db' | 'now'>, orgId: string) {
  const org = found(await orgOf(ctx.db, orgId), '组织')
  await holdTime(ctx.db, org.id)
  if ((await schemesOf(ctx.db, org.id)).length > 0) return
  const id = newId()
  const startsOn = firstDayOf(schoolYearOf(dayOf(ctx.now)))
  await insertScheme(ctx.db, org.id, { id, name: '常规作息', gradeIds: [], startsOn, overOn: null }, ctx.now)
  const periods = usualHours(org.stages).map((hour, sort) => ({ id: newId(), ...hour, sort: sort + 1 }))
  await storePeriods(ctx.db, id, periods)
}
