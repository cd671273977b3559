import { addDays, dayOf, orNotFound, startOfDay, type Ctx } from '#packages/core'
import { describeClasses } from '#kernel/schooling/server/api.ts'
import { listGroupMembersOf, listRoster } from '#kernel/student/server/api.ts'
import type { AttendanceFigures, AttendanceStatus, SessionStatus } from '../../contract.ts'
import { countStatus, noFigures } from './figures.ts'
import { listLessonsWithRolls, type LessonWithRoll } from './lessons-with-rolls.ts'
import { readRules } from './load-lessons.ts'
import { listGroupsOfClass } from './lesson-queries.ts'
import { listMarks, type MarkRow } from './mark-queries.ts'
import { listNeeded } from './needed-lesson-queries.ts'
import { listSeenPupils } from './pass-queries.ts'
import { formatClock, getEnd, getStatus } from './roll-rules.ts'
import { listSessionsOfClass } from './session-queries.ts'

export interface ClassDay {
  classId: string
  className: string
  day: string
  lessons: {
    lessonId: string
    sessionId: string | null
    periodName: string
    begins: string
    subjectName: string
    groupName: string
    teacherNames: string
    status: SessionStatus
  }[]
  pupils: {
    studentId: string
    name: string
    seatNo: number | null
    seenAt: string | null
    /** By lesson; null: not in the group of that lesson. */
    marks: ({ status: AttendanceStatus; minutes: number | null } | null)[]
  }[]
  figures: AttendanceFigures
}

/** 班级今日: the pupils of a class against the lessons of a day, free groups too. The caller checks the scope. */
export async function getClassDay(
  ctx: Ctx,
  { classId, day = dayOf(ctx.now) }: { classId: string; day?: string | undefined },
): Promise<ClassDay> {
  const described = orNotFound((await describeClasses(ctx, { classIds: [classId] }, day)).get(classId), '班级')
  const rules = await readRules(ctx, described.orgId)
  const sessions = await listSessionsOfClass(ctx.db, classId, day, day)
  const lessons = await listLessonsWithRolls(ctx, { classId }, { from: day, to: day }, sessions)
  const roster = await listRoster(ctx, { classId }, day)
  const cells = await createCells(ctx, classId, day, lessons)
  const over = lessons.filter((lesson) => getEnd(lesson) < ctx.now).map(({ lessonId }) => lessonId)
  const needed = await listNeeded(ctx.db, over, { lessons: rules.lessons })
  const span = { from: startOfDay(day), to: startOfDay(addDays(day, 1)) }
  const ids = roster.map(({ id }) => id)
  const seen = await listSeenPupils(ctx.db, ids, span, span.to)
  const figures = { ...noFigures }
  const pupils = roster.map(({ id, name, seatNo }) => {
    const marks = lessons.map((lesson) => cells(lesson, id))
    for (const [at, mark] of marks.entries())
      if (mark && (mark.status !== 'unrecorded' || needed.has(lessons[at]?.lessonId ?? '')))
        countStatus(figures, mark, rules)
    const firstIn = seen.get(id)?.firstIn
    return { studentId: id, name, seatNo, seenAt: firstIn ? formatClock(firstIn) : null, marks }
  })
  return {
    classId,
    className: described.label,
    day,
    lessons: lessons.map((lesson) => {
      const { lessonId, session, periodName, begins, subjectName, groupName, teacherNames } = lesson
      const status = getStatus(lesson, session, rules, ctx.now)
      const sessionId = session?.id ?? null
      return { lessonId, sessionId, periodName, begins, subjectName, groupName, teacherNames, status }
    }),
    pupils,
    figures,
  }
}

/** What a pupil did in a lesson: by the roll if it is submitted, otherwise only whether the pupil belongs there. */
async function createCells(ctx: Ctx, classId: string, day: string, lessons: readonly LessonWithRoll[]) {
  const sessionIds = lessons.flatMap(({ session }) => (session && session.state !== 'open' ? [session.id] : []))
  const marks = new Map<string, MarkRow>()
  for (const mark of await listMarks(ctx.db, sessionIds)) marks.set(mark.sessionId + mark.studentId, mark)
  const groupIds = [...new Set(lessons.flatMap((lesson) => lesson.groupIds))]
  const members = await listGroupMembersOf(ctx, groupIds, day)
  const free = Map.groupBy(members, ({ groupId }) => groupId)
  const expected = new Map(
    lessons.map((lesson) => [
      lesson,
      new Set([
        ...(lesson.session?.expected ?? []),
        ...lesson.groupIds.flatMap((id) => (free.get(id) ?? []).map(({ studentId }) => studentId)),
      ]),
    ]),
  )
  const whole = await listGroupsOfClass(ctx.db, classId, groupIds)
  return (lesson: LessonWithRoll, studentId: string): ClassDay['pupils'][number]['marks'][number] => {
    const { session } = lesson
    if (session && session.state !== 'open') {
      if (!session.expected.includes(studentId)) return null
      const mark = marks.get(session.id + studentId)
      return { status: mark?.status ?? 'present', minutes: mark?.minutes ?? null }
    }
    const isMember = lesson.groupIds.some((id) => whole.has(id)) || expected.get(lesson)?.has(studentId)
    return isMember ? { status: 'unrecorded', minutes: null } : null
  }
}
