import { orNotFound, type Ctx } from '#packages/core'
import { findUnitById } from '#kernel/org/server/api.ts'
import { listLessonFacts } from '#engines/timetable/server/api.ts'
import type { DayLesson } from '#engines/timetable/contract.ts'
import { attendanceSetting } from '../settings.ts'
import { listMergedLessons } from './lesson-queries.ts'
import { listSessionsOfLessons, type SessionRow } from './session-queries.ts'

/** A lesson as a roll needs it. */
export interface LessonToRoll extends DayLesson {
  orgId: string
  gradeId: string
  /** Its own group, and those of the classes that join it (合班). */
  groupIds: string[]
}

export type AttendanceRules = Awaited<ReturnType<typeof attendanceSetting.read>>

export const readRules = async (ctx: Pick<Ctx, 'app' | 'db'>, orgId: string): Promise<AttendanceRules> =>
  attendanceSetting.read(ctx, orNotFound(await findUnitById(ctx, orgId), '组织').path)

/**
 * These lessons with the classes that join them; of a lesson that joins another one that other one. By the id that was
 * asked for. Callers check the scope.
 */
export async function loadLessons(ctx: Ctx, ids: readonly string[]): Promise<Map<string, LessonToRoll>> {
  const merged = await listMergedLessons(ctx.db, ids)
  const hostIds = [...merged.values()].flatMap(({ hostId }) => hostId ?? [])
  const hosts = hostIds.length > 0 ? await listMergedLessons(ctx.db, hostIds) : merged
  const joinedIds = [...merged.values(), ...hosts.values()].flatMap((one) => one.joinedIds)
  const facts = await listLessonFacts(ctx, [...ids, ...hostIds, ...joinedIds])
  const found = new Map<string, LessonToRoll>()
  for (const id of ids) {
    const ownId = merged.get(id)?.hostId ?? id
    const lesson = facts.get(ownId)
    if (!lesson) continue
    const joined = (hosts.get(ownId) ?? merged.get(ownId))?.joinedIds.flatMap((one) => facts.get(one) ?? []) ?? []
    const { span: _span, seenAt: _seenAt, label: _label, roomId: _roomId, teacherIds: _teachers, ...rest } = lesson
    found.set(id, {
      ...rest,
      groupName: [lesson, ...joined].map(({ groupName }) => groupName).join('、'),
      groupIds: [lesson, ...joined].map(({ groupId }) => groupId),
    })
  }
  return found
}

/** A roll that was begun before its lesson was moved is not the roll of the lesson at its new time. */
export const isSessionOf = (
  session: Pick<SessionRow, 'day' | 'periodId'>,
  lesson: Pick<LessonToRoll, 'day' | 'periodId'>,
): boolean => session.day === lesson.day && session.periodId === lesson.periodId

/** The sessions of lessons, by lesson. */
export async function listOwnSessions(
  ctx: Pick<Ctx, 'db'>,
  lessons: readonly Pick<LessonToRoll, 'id' | 'day' | 'periodId'>[],
): Promise<Map<string, SessionRow>> {
  const sessions = await listSessionsOfLessons(
    ctx.db,
    lessons.map(({ id }) => id),
  )
  return new Map(
    lessons.flatMap((lesson): [string, SessionRow][] => {
      const session = sessions.get(lesson.id)
      return session && isSessionOf(session, lesson) ? [[lesson.id, session]] : []
    }),
  )
}
