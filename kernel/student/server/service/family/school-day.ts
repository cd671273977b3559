import { createShortCache, type Ctx } from '#packages/core'
import { getNumbersForParents } from '#kernel/contacts/server/api.ts'
import { dayKinds } from '#kernel/schooling/contract.ts'
import { getOfficePhone, findSchoolContact } from '../../family-queries.ts'
import { showsOfficePhone } from '../../settings.ts'
import {
  listCalendarDays,
  listClassTeachers,
  describeClasses,
  listPeriodsOn,
  findTermOn,
} from '#kernel/schooling/server/api.ts'

/**
 * Data that is equal for all families of a class is cached, because a whole district opens this page at seven in the
 * morning. Changes become visible within this time.
 */
const cacheMs = 30_000

type CachedDay = Awaited<ReturnType<typeof loadSchoolDay>>
const dayCache = createShortCache<CachedDay>(cacheMs)
export type ClassSummary = Awaited<ReturnType<typeof loadClassSummary>>
const classCache = createShortCache<ClassSummary>(cacheMs)

export const getSchoolDay = (ctx: Ctx, orgId: string, gradeId: string | null, day: string): Promise<CachedDay> =>
  dayCache([ctx.actor.districtId, orgId, gradeId, day].join(), ctx.now, () => loadSchoolDay(ctx, orgId, gradeId, day))

async function loadSchoolDay(ctx: Ctx, orgId: string, gradeId: string | null, day: string) {
  const [today] = await listCalendarDays(ctx, orgId, day, day)
  const term = await findTermOn(ctx, orgId, day)
  const hasLessons = today!.kind === 'class' || today!.kind === 'make-up'
  const periods = hasLessons ? await listPeriodsOn(ctx, orgId, gradeId, day) : []
  return {
    day,
    kind: dayKinds[today!.kind],
    name: today!.name,
    termName: term?.name ?? '',
    week: today!.week,
    periods: periods.map(({ name, begins, ends }) => ({ name, begins, ends })),
  }
}

export const getClassSummary = (ctx: Ctx, classId: string, day: string): Promise<ClassSummary> =>
  classCache([ctx.actor.districtId, classId, day].join(), ctx.now, () => loadClassSummary(ctx, classId, day))

async function loadClassSummary(ctx: Ctx, classId: string, day: string) {
  const described = await describeClasses(ctx, { classIds: [classId] }, day)
  const teachers = (await listClassTeachers(ctx, [classId], day)).get(classId) ?? []
  const known = described.get(classId)
  const head = teachers.find(({ role }) => role === 'head')
  const school = known && (await findSchoolContact(ctx.db, known.orgId))
  const showsPhone = school && head && (await showsOfficePhone(ctx, school.path))
  return {
    label: known?.label ?? '',
    head,
    schoolPhone: school?.phone ?? '',
    headPhone: showsPhone ? await getOfficePhone(ctx.db, head.userId) : '',
    /** Only for parents. */
    headMobile: head ? ((await getNumbersForParents(ctx, [head.userId])).get(head.userId) ?? '') : '',
  }
}
