import { addDays, dayOf, newId, type Ctx } from '#packages/core'
import {
  seedLessons,
  ensureDefaultPeriods,
  ensureNationalSubjects,
  ensureTerms,
  listOrgTerms,
} from '#kernel/schooling/server/api.ts'
import { aGrade } from '#kernel/schooling/server/example.ts'
import { aTeacher } from '#kernel/staff/server/example.ts'
import { insertLessons } from './lesson-queries.ts'
import { listSubjectIds } from './model-queries.ts'
import { publishTimetable } from './publish.ts'
import { placeWaiting } from './seed-timetable.ts'
import { createTimetable, requireDraft } from './timetables.ts'

const usualSubjects = { 语文: 5, 数学: 5, 英语: 4, 体育与健康: 2 }

/** The first day that a timetable of a term may begin. */
export function findFirstDay(ctx: Pick<Ctx, 'now'>, { startsOn }: { startsOn: string }) {
  const today = dayOf(ctx.now)
  return startsOn > today ? startsOn : today
}

interface TaughtGrade {
  classes?: number
  stage?: number
  startYear?: number
  /** Lessons a week of each subject. */
  subjects?: Record<string, number>
  /** The names of the teachers by subject. */
  names?: Readonly<Record<string, string>>
  /** How many days of the term are left at least; the default is that it is not over. */
  daysLeft?: number
  /** In the holidays the term before them. */
  hasEnded?: boolean
}

/** A grade, by default of the middle school, with a teacher for each subject, and what they teach in the running or the next term. */
export async function aTaughtGrade(
  ctx: Ctx,
  org: { id: string },
  {
    classes = 2,
    stage,
    startYear,
    subjects = usualSubjects,
    names = {},
    daysLeft = 0,
    hasEnded = false,
  }: TaughtGrade = {},
) {
  await ensureTerms(ctx)
  await ensureNationalSubjects(ctx)
  const terms = (await listOrgTerms(ctx, org.id)).toSorted((a, b) => (a.startsOn < b.startsOn ? -1 : 1))
  const last = addDays(dayOf(ctx.now), daysLeft)
  const term = terms.find(({ endsOn, isCurrent }) => (hasEnded ? isCurrent : endsOn >= last))!
  const grade = await aGrade(ctx, org, { classes, ...(stage && { stage }), ...(startYear && { startYear }) })
  const subjectIds = await listSubjectIds(ctx.db, Object.keys(subjects))
  const teachers = new Map<string, Awaited<ReturnType<typeof aTeacher>>>()
  for (const subject of Object.keys(subjects)) {
    const name = names[subject]
    teachers.set(subject, await aTeacher(ctx, { at: org, since: '2020-08-01', ...(name !== undefined && { name }) }))
  }
  await seedLessons(
    ctx,
    org.id,
    term.id,
    grade.classIds.flatMap((classId) =>
      Object.entries(subjects).map(([name, weekHours]) => ({
        classId,
        gradeId: grade.gradeId,
        subjectId: subjectIds.get(name)!,
        userId: teachers.get(name)!.userId,
        weekHours,
      })),
    ),
  )
  const otherTermId = terms.find(({ id }) => id !== term.id)!.id
  return { ...grade, term, otherTermId, teachers, subjectIds }
}

/** A draft of the term with all lessons in a place. */
export async function aDraft(ctx: Ctx, termId: string, name = '第一版') {
  await ensureDefaultPeriods(ctx, ctx.actor.orgId)
  const { id } = await createTimetable(ctx, { termId, orgId: null, name, copyId: null })
  await placeWaiting(ctx, id)
  return id
}

/** A published timetable, from today on unless told otherwise. */
export async function aPublishedTimetable(ctx: Ctx, termId: string, effectiveOn = dayOf(ctx.now)) {
  const id = await aDraft(ctx, termId)
  const { version } = await requireDraft(ctx, 'timetable.publish', id)
  const lessons = await publishTimetable(ctx, { timetableId: id, effectiveOn, version })
  return { id, lessons }
}

/** Two lessons of a member on the first possible day; the second was changed by hand, which its remark says. */
export const aDayOfLessons = async (ctx: Ctx, who: { orgId: string; userId: string }): Promise<string> =>
  (await twoLessons(ctx, who, 2004)).day

/** The same for an example that needs the lessons; each example has a grade of its own. */
export async function twoLessons(ctx: Ctx, { orgId, userId }: { orgId: string; userId: string }, startYear: number) {
  const grade = await aTaughtGrade(ctx, { id: orgId }, { startYear, subjects: { 语文: 1, 数学: 1 } })
  const timetableId = await aDraft(ctx, grade.term.id)
  const day = findFirstDay(ctx, grade.term)
  const groups = await ctx.db
    .selectFrom('v_teaching_group')
    .select(['id', 'subject_id'])
    .where('grade_id', '=', grade.gradeId)
    .execute()
  const lesson = (name: string, begins: string, ends: string, others: string[]) => ({
    id: newId(),
    slotId: newId(),
    timetableId,
    groupId: groups.find((group) => group.subject_id === grade.subjectIds.get(name))!.id,
    day,
    periodId: newId(),
    begins,
    ends,
    roomId: null,
    teacherIds: [userId, ...others],
  })
  const lessons = [
    lesson('语文', '08:10', '08:50', []),
    lesson('数学', '10:05', '10:45', [grade.teachers.get('数学')!.userId]),
  ]
  await insertLessons(ctx.db, orgId, lessons, ctx.now)
  await ctx.db
    .updateTable('lesson')
    .set({ status: 'changed', changed_by: 'office', remark: '调至操场' })
    .where('id', '=', lessons[1]!.id)
    .execute()
  return { day, lessonIds: lessons.map(({ id }) => id), timetableId }
}

/** Lessons of a member for the group of a grade that has only one, whatever the timetable of the school says. */
export async function lessonsOfGrade(
  ctx: Ctx,
  { orgId, userId, grade }: { orgId: string; userId: string; grade: { gradeId: string; term: { id: string } } },
  times: readonly LessonAt[],
) {
  const timetableId = await aDraft(ctx, grade.term.id)
  const { id: groupId } = await ctx.db
    .selectFrom('v_teaching_group')
    .select('id')
    .where('grade_id', '=', grade.gradeId)
    .executeTakeFirstOrThrow()
  const lessons = times.map((at) => ({
    ...at,
    id: newId(),
    slotId: newId(),
    timetableId,
    groupId,
    periodId: newId(),
    roomId: null,
    teacherIds: [userId],
  }))
  await insertLessons(ctx.db, orgId, lessons, ctx.now)
  return { groupId, lessonIds: lessons.map(({ id }) => id) }
}
interface LessonAt {
  day: string
  begins: string
  ends: string
}

/** Lessons of a member on a day, one an hour from seven o'clock on. */
export async function lessonsOnDay(
  ctx: Ctx,
  {
    orgId,
    userId,
    day,
    count,
    ...of
  }: {
    orgId: string
    userId: string
    day: string
    count: number
    stage?: number
    startYear: number
    daysLeft?: number
  },
): Promise<string[]> {
  const grade = await aTaughtGrade(ctx, { id: orgId }, { ...of, classes: 1, subjects: { 语文: 1 } })
  const hours = Array.from({ length: count }, (_, at) => String(7 + at).padStart(2, '0'))
  const times = hours.map((hour) => ({ day, begins: `${hour}:00`, ends: `${hour}:40` }))
  return (await lessonsOfGrade(ctx, { orgId, userId, grade }, times)).lessonIds
}

/** One lesson of a member on a day, for a class of its own. */
export async function aLessonAt(
  ctx: Ctx,
  { orgId, userId, startYear, ...at }: { orgId: string; userId: string; startYear: number } & LessonAt,
) {
  const grade = await aTaughtGrade(ctx, { id: orgId }, { startYear, classes: 1, subjects: { 语文: 1 } })
  const { groupId, lessonIds } = await lessonsOfGrade(ctx, { orgId, userId, grade }, [at])
  return { lessonId: lessonIds[0]!, groupId, ...grade }
}
