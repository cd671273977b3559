import { notFound, type Ctx } from '#packages/core'
import { findOfficeRight } from '../attendance-office.ts'
import { describeSessions } from './lessons-with-rolls.ts'
import { isSessionOf, listOwnSessions, loadLessons, type LessonToRoll } from './load-lessons.ts'
import { findSession, type SessionRow } from './session-queries.ts'

/** Which roll: that of a lesson, or one by its own id, because its lesson has been changed since. */
export interface RollReference {
  lessonId: string
  sessionId?: string | null
}

export interface FoundRoll {
  lesson: LessonToRoll
  session: SessionRow | undefined
  /** The lesson was moved or planned anew since: `lesson` is what the roll says it was. */
  isLeft: boolean
}

/** Lessons of other schools do not exist for the caller, unless her permissions reach them. */
async function checkScope(ctx: Ctx, { orgId, classId, day }: LessonToRoll) {
  if (orgId === ctx.actor.orgId) return
  if ((await findOfficeRight(ctx, { orgId, classId, day })) === undefined) throw notFound('课程')
}

/** The lesson of a roll, if the caller may know of it. */
export async function requireLesson(ctx: Ctx, lessonId: string): Promise<LessonToRoll> {
  const lesson = (await loadLessons(ctx, [lessonId])).get(lessonId)
  if (!lesson) throw notFound('课程')
  await checkScope(ctx, lesson)
  return lesson
}

/** The roll of a lesson, also one that stayed where it was called; as far as the caller may know of it. */
export async function requireRoll(ctx: Ctx, { lessonId, sessionId = null }: RollReference): Promise<FoundRoll> {
  const left = sessionId === null ? undefined : await findLeftRoll(ctx, lessonId, sessionId)
  if (left) return left
  const lesson = await requireLesson(ctx, lessonId)
  return { lesson, session: (await listOwnSessions(ctx, [lesson])).get(lesson.id), isLeft: false }
}

async function findLeftRoll(ctx: Ctx, lessonId: string, sessionId: string): Promise<FoundRoll | undefined> {
  const session = await findSession(ctx.db, sessionId)
  if (session?.ref !== lessonId) throw notFound('点名')
  const now = (await loadLessons(ctx, [lessonId])).get(lessonId)
  if (now && isSessionOf(session, now)) return undefined
  const lesson = await describeLessonOf(ctx, session)
  await checkScope(ctx, lesson)
  return { lesson, session, isLeft: true }
}

async function describeLessonOf(ctx: Ctx, session: SessionRow): Promise<LessonToRoll> {
  const [described] = await describeSessions(ctx, [session])
  if (!described) throw notFound('点名')
  const { periodName, subjectName, groupName, groupIds, teachers } = described
  const { ref, orgId, gradeId, groupId, subjectId, classId, day, periodId, begins, ends } = session
  const place = { id: ref, orgId, gradeId, groupId, groupIds, subjectId, classId, day, periodId, begins, ends }
  return { ...place, periodName, subjectName, groupName, teachers, roomName: '', status: 'planned', remark: '' }
}
