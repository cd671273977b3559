import { newId, orNotFound, type Ctx } from '#packages/core'
import type { MarkStatus } from '#engines/attendance/contract.ts'
import { aPublishedTimetable, aTaughtGrade } from '#engines/timetable/server/example.ts'
import { listTeachingOfTerm } from '#kernel/schooling/server/api.ts'
import { classOf } from '#kernel/schooling/server/example.ts'
import { aPupil } from '#kernel/student/server/example.ts'
import { aChildIdCard } from '#kernel/student/server/example.ts'

/** A grade of two classes with three pupils each, and its published timetable from a day on. */
export async function aRolledSchool(
  ctx: Ctx,
  org: { id: string },
  { from, pupils = 3 }: { from: string; pupils?: number },
) {
  const grade = await aTaughtGrade(ctx, org)
  const timetable = await aPublishedTimetable(ctx, grade.term.id, from)
  const pupilIds = new Map<string, string[]>()
  for (const [at, classId] of grade.classIds.entries()) {
    const ids: string[] = []
    for (let number = 0; number < pupils; number++) {
      const idCard = aChildIdCard('女', '2013-03-12')
      const name = `学生${at + 1}${number + 1}`
      ids.push((await aPupil(ctx, classOf(grade, at), { name, idCard, studentNo: `G${idCard}`, guardians: [] })).id)
    }
    pupilIds.set(classId, ids)
  }
  const groups = await listTeachingOfTerm(ctx, org.id, grade.term.id)
  return { ...grade, org, timetable, pupilIds, groups }
}
export type RolledSchool = Awaited<ReturnType<typeof aRolledSchool>>

/** The lessons of a class on a day, the earliest first. */
export async function lessonsOf(ctx: Ctx, { groups }: RolledSchool, classId: string, day: string) {
  const ids = groups.filter((group) => group.classId === classId).map(({ id }) => id)
  const rows = await ctx.db
    .selectFrom('v_lesson')
    .selectAll()
    .where('group_id', 'in', ids)
    .where('day_on', '=', day)
    .orderBy('begins')
    .execute()
  return rows.map((row) => row.id)
}

interface ExampleRoll {
  lessonId: string
  state?: 'open' | 'submitted' | 'locked'
  marks?: readonly { studentId: string; status: MarkStatus; minutes?: number; differs?: boolean }[]
  isBackfilled?: boolean
  at?: Date
}

/** The roll of a lesson of a class, as rows. */
export async function aRoll(
  ctx: Ctx,
  school: RolledSchool,
  { lessonId, state = 'submitted', marks = [], ...more }: ExampleRoll,
) {
  const lesson = orNotFound(
    await ctx.db.selectFrom('v_lesson').selectAll().where('id', '=', lessonId).executeTakeFirst(),
    '课程',
  )
  const group = orNotFound(
    school.groups.find(({ id }) => id === lesson.group_id),
    '教学班',
  )
  const classId = orNotFound(group.classId ?? undefined, '班级')
  const expected = school.pupilIds.get(classId)!
  const id = newId()
  const at = more.at ?? ctx.now
  const submittedAt = state === 'open' ? null : at
  const [teacherId = null] = lesson.teacher_ids
  const teacher =
    teacherId === null
      ? undefined
      : await ctx.db.selectFrom('v_membership').select('person_id').where('id', '=', teacherId).executeTakeFirst()
  await ctx.db
    .insertInto('attendance_session')
    .values({
      id,
      org_id: school.org.id,
      term_id: school.term.id,
      kind: 'lesson',
      ref: lessonId,
      group_id: group.id,
      class_id: classId,
      grade_id: group.gradeId,
      subject_id: group.subjectId,
      day_on: lesson.day_on,
      period_id: lesson.period_id,
      begins: lesson.begins,
      ends: lesson.ends,
      teacher_id: teacherId,
      teacher_person_id: teacher?.person_id ?? null,
      expected,
      state,
      is_backfilled: more.isBackfilled ?? false,
      opened_at: at,
      made_at: submittedAt,
      submitted_at: submittedAt,
      submitted_by: teacher?.person_id ?? null,
      locked_at: state === 'locked' ? at : null,
      updated_at: at,
    })
    .execute()
  await ctx.db
    .insertInto('attendance_session_class')
    .values({ session_id: id, class_id: classId, day_on: lesson.day_on, expected: expected.length })
    .execute()
  if (marks.length > 0)
    await ctx.db
      .insertInto('attendance_mark')
      .values(
        marks.map(({ studentId, status, minutes = null, differs = false }) => ({
          session_id: id,
          student_id: studentId,
          org_id: school.org.id,
          class_id: classId,
          day_on: lesson.day_on,
          status,
          minutes,
          source: 'teacher' as const,
          differs,
          marked_at: at,
          updated_at: at,
        })),
      )
      .execute()
  return id
}
