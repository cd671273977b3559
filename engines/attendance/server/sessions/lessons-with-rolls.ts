import type { Ctx } from '#packages/core'
import { describeClasses, findSchemeOn, listPeriodSchemesOf } from '#kernel/schooling/server/api.ts'
import { isSessionOf, loadLessons } from './load-lessons.ts'
import { listGroupNames, listLessonIdsOf, listMemberNames, type LessonsOf } from './lesson-queries.ts'
import type { SessionRow } from './session-queries.ts'

/** A lesson as lists show it, with its roll; also one that was cancelled or moved after its roll. */
export interface LessonWithRoll {
  lessonId: string
  session: SessionRow | undefined
  day: string
  begins: string
  ends: string
  periodId: string
  periodName: string
  subjectName: string
  groupName: string
  groupIds: string[]
  teacherNames: string
  /** The lesson takes place at this time. */
  isPlanned: boolean
  status: string
  teachers: { id: string; name: string }[]
}

interface Days {
  from: string
  to: string
}

/** The lessons of a class or pupil on some days, each once, with those of these sessions. */
export async function listLessonsWithRolls(
  ctx: Ctx,
  of: LessonsOf,
  { from, to }: Days,
  sessions: readonly SessionRow[],
): Promise<LessonWithRoll[]> {
  const ids = (await listLessonIdsOf(ctx.db, of, from, to)).map(({ id }) => id)
  const byLesson = new Map(sessions.map((session) => [session.ref, session]))
  const lessons = new Map<string, LessonWithRoll>()
  const found = new Set<string>()
  for (const lesson of (await loadLessons(ctx, ids)).values()) {
    const there = byLesson.get(lesson.id)
    const session = there && isSessionOf(there, lesson) ? there : undefined
    if (session) found.add(session.id)
    const { id, day, begins, ends, periodId, periodName, subjectName, groupName, groupIds, teachers, status } = lesson
    lessons.set(id, {
      lessonId: id,
      session,
      day,
      begins,
      ends,
      periodId,
      periodName,
      subjectName,
      groupName,
      groupIds,
      teachers,
      status,
      teacherNames: teachers.map(({ name }) => name).join('、'),
      isPlanned: true,
    })
  }
  const lost = sessions.filter(({ id, state }) => state !== 'open' && !found.has(id))
  return [...lessons.values(), ...(await describeSessions(ctx, lost))].toSorted((a, b) =>
    `${a.day} ${a.begins}` < `${b.day} ${b.begins}` ? -1 : 1,
  )
}

/** Rolls by what they say themselves: their lesson is cancelled, moved or gone. */
export async function describeSessions(ctx: Ctx, sessions: readonly SessionRow[]): Promise<LessonWithRoll[]> {
  const [first] = sessions
  const last = sessions.at(-1)
  if (!first || !last) return []
  const groups = await listGroupNames(ctx.db, [...new Set(sessions.map(({ groupId }) => groupId))])
  const members = await listMemberNames(
    ctx.db,
    sessions.flatMap(({ teacherId }) => teacherId ?? []),
  )
  const classIds = sessions.flatMap(({ classId }) => classId ?? [])
  const classes = await describeClasses(ctx, { classIds }, last.day)
  const schemes = await listPeriodSchemesOf(ctx, first.orgId, first.day, last.day)
  return sessions.map((session) => {
    const { ref, day, begins, ends, periodId, groupId, classId, gradeId, teacherId } = session
    const period = findSchemeOn(schemes, gradeId, day)?.periods.find(({ slotId }) => slotId === periodId)
    const names = groups.get(groupId)
    const name = members.get(teacherId ?? '') ?? ''
    return {
      lessonId: ref,
      session,
      day,
      begins,
      ends,
      periodId,
      periodName: period?.name ?? '',
      subjectName: names?.subjectName ?? '',
      groupName: (classId === null ? names?.groupName : classes.get(classId)?.label) ?? '',
      groupIds: [groupId],
      teacherNames: name,
      isPlanned: false,
      status: 'planned',
      teachers: teacherId === null ? [] : [{ id: teacherId, name }],
    }
  })
}
