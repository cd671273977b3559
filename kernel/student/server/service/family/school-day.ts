import type { Ctx } from '#packages/core'
import { numbersForParents } from '#kernel/directory/server'
import { dayKinds } from '#kernel/schooling/contract.ts'
import { officePhoneOf, schoolOf } from '../../family-queries.ts'
import { showsOfficePhone } from '../../settings.ts'
import { calendarOf, classTeachersOf, describeClasses, periodsOn, termOn } from '#kernel/schooling/server'

/**
 * What is the same for all families of a class is asked once in a while and not for each of them: at seven in the
 * morning a district opens this page at once. What was changed is seen within this time.
 */
const freshMs = 30_000
const mostRemembered = 20_000

function remembering<T>() {
  const known = new Map<string, { value: T; until: number }>()
  return async (key: string, now: Date, read: () => Promise<T>): Promise<T> => {
    const one = known.get(key)
    if (one && one.until > now.getTime()) return one.value
    const value = await read()
    if (known.size >= mostRemembered) known.clear()
    known.set(key, { value, until: now.getTime() + freshMs })
    return value
  }
}

type Day = Awaited<ReturnType<typeof readDay>>
const days = remembering<Day>()
export type ClassFacts = Awaited<ReturnType<typeof readClass>>
const classes = remembering<ClassFacts>()

/** What the day is like in a grade of a school. */
export const schoolDay = (ctx: Ctx, orgId: string, gradeId: string | null, day: string): Promise<Day> =>
  days([ctx.actor.districtId, orgId, gradeId, day].join(), ctx.now, () => readDay(ctx, orgId, gradeId, day))

async function readDay(ctx: Ctx, orgId: string, gradeId: string | null, day: string) {
  const [today] = await calendarOf(ctx, orgId, day, day)
  const term = await termOn(ctx, orgId, day)
  const hasLessons = today!.kind === 'class' || today!.kind === 'make-up'
  const periods = hasLessons ? await periodsOn(ctx, orgId, gradeId, day) : []
  return {
    day,
    kind: dayKinds[today!.kind],
    name: today!.name,
    termName: term?.name ?? '',
    week: today!.week,
    periods: periods.map(({ name, begins, ends }) => ({ name, begins, ends })),
  }
}

/** What a class is called on a day, who heads it, and the phones that the school tells. */
export const classOn = (ctx: Ctx, classId: string, day: string): Promise<ClassFacts> =>
  classes([ctx.actor.districtId, classId, day].join(), ctx.now, () => readClass(ctx, classId, day))

async function readClass(ctx: Ctx, classId: string, day: string) {
  const described = await describeClasses(ctx, { classIds: [classId] }, day)
  const teachers = (await classTeachersOf(ctx, [classId], day)).get(classId) ?? []
  const known = described.get(classId)
  const head = teachers.find(({ role }) => role === 'head')
  const school = known && (await schoolOf(ctx.db, known.orgId))
  const isTold = school && head && (await showsOfficePhone(ctx, school.path))
  return {
    label: known?.label ?? '',
    head,
    schoolPhone: school?.phone ?? '',
    headPhone: isTold ? await officePhoneOf(ctx.db, head.userId) : '',
    /** For parents alone. */
    headMobile: head ? ((await numbersForParents(ctx, [head.userId])).get(head.userId) ?? '') : '',
  }
}
