import { dayOf, type Ctx } from '#packages/core'
import { findLessons } from '#engines/timetable/server/api.ts'
import { describeRollLesson } from './describe-roll-lesson.ts'
import { getRoll } from './get-roll.ts'
import { listOwnSessions, loadLessons, readRules, type LessonToRoll } from './load-lessons.ts'
import { listMarks } from './mark-queries.ts'
import { getEnd, getOpening } from './roll-rules.ts'

/** The lessons that the caller gives on a day, with those that she covers. A class that joins another one is called there. */
async function loadOwnLessons(ctx: Ctx, day: string): Promise<LessonToRoll[]> {
  const { orgId, userId } = ctx.actor
  const own = await findLessons(ctx, orgId, { teacherIds: [userId], from: day, to: day })
  const ids = own.filter(({ status }) => status !== 'cancelled').map(({ id }) => id)
  const lessons = await loadLessons(ctx, ids)
  return ids.flatMap((id) => {
    const lesson = lessons.get(id)
    return lesson?.id === id ? [lesson] : []
  })
}

/** The caller's lessons of a day in their order. */
export async function listRollLessons(ctx: Ctx, { day = dayOf(ctx.now) }: { day?: string | undefined }) {
  const lessons = await loadOwnLessons(ctx, day)
  if (lessons.length === 0) return []
  const rules = await readRules(ctx, ctx.actor.orgId)
  const sessions = await listOwnSessions(ctx, lessons)
  const marks = Map.groupBy(
    await listMarks(
      ctx.db,
      [...sessions.values()].map(({ id }) => id),
    ),
    ({ sessionId }) => sessionId,
  )
  const viewer = { userId: ctx.actor.userId, now: ctx.now, rules }
  return lessons.map((lesson) => {
    const session = sessions.get(lesson.id)
    return describeRollLesson(lesson, session, marks.get(session?.id ?? '') ?? [], viewer)
  })
}

/** The roll of the lesson that the caller gives now, or that may be opened already. */
export async function getCurrentRoll(ctx: Ctx) {
  const open = (await loadOwnLessons(ctx, dayOf(ctx.now))).filter(
    (lesson) => getOpening(lesson) <= ctx.now && ctx.now <= getEnd(lesson),
  )
  const [first] = open
  return first ? getRoll(ctx, first.id) : null
}
