import { newId, type Actor, type Ctx } from '#packages/core'
import { replaceDuties } from '#engines/duty/server/api.ts'
import { aTaughtGrade } from '#engines/timetable/server/example.ts'
import { insertLessons } from '#engines/timetable/server/lesson-queries.ts'
import { lessonDuty, toDuties } from '#engines/timetable/server/store-lessons.ts'
import { createTimetable } from '#engines/timetable/server/timetables.ts'

export const monday = '2026-11-16'
export const tuesday = '2026-11-17'

/** 王芳 teaches Chinese, 李丽 mathematics and 赵敏 English in both classes of a grade; nobody has a lesson yet. */
export async function aSchoolToCover(ctx: Ctx) {
  const org = { id: ctx.actor.orgId }
  const grade = await aTaughtGrade(ctx, org, {
    names: { 语文: '王芳', 数学: '李丽', 英语: '赵敏', 体育与健康: '孙超' },
  })
  const timetable = await createTimetable(ctx, { termId: grade.term.id, orgId: null, name: '课表', copyId: null })
  const groups = await ctx.db
    .selectFrom('v_teaching_group')
    .select(['id', 'subject_id', 'class_id'])
    .where('term_id', '=', grade.term.id)
    .where('org_id', '=', org.id)
    .execute()
  const groupOf = (subject: string, classAt: number) =>
    groups.find((one) => one.subject_id === grade.subjectIds.get(subject) && one.class_id === grade.classIds[classAt])!
      .id
  return { ...grade, orgId: org.id, timetableId: timetable.id, groupOf }
}
export type SchoolToCover = Awaited<ReturnType<typeof aSchoolToCover>>

interface LessonFacts {
  subject: string
  classAt?: number
  day?: string
  begins: string
  /** The default is who teaches the subject. */
  teacherIds?: readonly string[]
}

const addMinutes = (clock: string, minutes: number) => {
  const total = Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3)) + minutes
  return `${String(Math.floor(total / 60)).padStart(2, '0')}:${String(total % 60).padStart(2, '0')}`
}

/** A lesson of forty minutes with its duties. */
export async function aLesson(
  ctx: Ctx,
  school: SchoolToCover,
  { subject, classAt = 0, day = monday, begins, teacherIds = [school.teachers.get(subject)!.userId] }: LessonFacts,
): Promise<string> {
  const id = newId()
  const lesson = {
    id,
    slotId: newId(),
    timetableId: school.timetableId,
    groupId: school.groupOf(subject, classAt),
    day,
    periodId: newId(),
    begins,
    ends: addMinutes(begins, 40),
    roomId: null,
    teacherIds,
  }
  await insertLessons(ctx.db, school.orgId, [lesson], ctx.now)
  await replaceDuties(ctx, lessonDuty, [id], toDuties(school.orgId, [lesson]))
  return id
}

interface CoverFacts {
  from: Actor
  to: Actor | null
  day: string
  kind?: 'substitute' | 'swap'
  state: 'pending' | 'current' | 'ended'
  isCompleted?: boolean
  status?: 'asking' | 'effective' | 'done' | 'superseded'
  askMode?: 'one' | 'everybody'
  asked?: readonly { who: Actor; answer: 'waiting' | 'yes' | 'no' | 'late' }[]
  lessonId?: string
}

/** The rows of a cover, as requests write them. */
export async function aCover(ctx: Ctx, school: SchoolToCover, facts: CoverFacts): Promise<void> {
  const { from, to, day, kind = 'substitute', state, status = 'effective', askMode = 'one', asked = [] } = facts
  const requestId = newId()
  const times = { created_at: ctx.now, updated_at: ctx.now }
  await ctx.db
    .insertInto('cover_request')
    .values({
      id: requestId,
      org_id: school.orgId,
      term_id: school.term.id,
      kind,
      source: 'office',
      ask_mode: askMode,
      status,
      member_id: from.userId,
      person_id: from.personId,
      applied_by: from.personId,
      ...times,
    })
    .execute()
  await ctx.db
    .insertInto('cover_leg')
    .values({
      id: newId(),
      request_id: requestId,
      org_id: school.orgId,
      lesson_id: facts.lessonId ?? newId(),
      group_id: school.groupOf('语文', 0),
      class_id: school.classIds[0]!,
      grade_id: school.gradeId,
      subject_id: school.subjectIds.get('语文')!,
      day_on: day,
      period_id: newId(),
      begins: '08:00',
      ends: '08:40',
      from_id: from.userId,
      to_id: to?.userId ?? null,
      before: '{}',
      state,
      completed_at: facts.isCompleted ? ctx.now : null,
    })
    .execute()
  for (const { who, answer } of asked)
    await ctx.db
      .insertInto('cover_ask')
      .values({ request_id: requestId, member_id: who.userId, person_id: who.personId, answer, asked_at: ctx.now })
      .execute()
}
