import { dayOf, type Ctx } from '#packages/core'
import type { Roll, RollLesson } from '../../contract.ts'
import { describeRollLesson } from './describe-roll-lesson.ts'
import { getRoll } from './get-roll.ts'
import { listOwnLessonIds } from './lesson-queries.ts'
import { listOwnSessions, loadLessons, readRules } from './load-lessons.ts'
import { listMarks } from './mark-queries.ts'
import { formatClock, openingMinutes } from './roll-rules.ts'

/** The caller's lessons of a day in their order, with those that she covers. A class that joins another one is called there. */
export async function listRollLessons(
  ctx: Ctx,
  { day = dayOf(ctx.now) }: { day?: string | undefined },
): Promise<RollLesson[]> {
  const { orgId, userId } = ctx.actor
  const lessons = [...(await loadLessons(ctx, await listOwnLessonIds(ctx.db, { orgId, userId, day }))).values()]
  if (lessons.length === 0) return []
  const rules = await readRules(ctx, orgId)
  const sessions = await listOwnSessions(ctx, lessons)
  const ids = [...sessions.values()].map(({ id }) => id)
  const marks = Map.groupBy(await listMarks(ctx.db, ids), ({ sessionId }) => sessionId)
  const viewer = { userId, now: ctx.now, rules }
  return lessons.map((lesson) => {
    const session = sessions.get(lesson.id)
    return describeRollLesson(lesson, session, marks.get(session?.id ?? '') ?? [], viewer)
  })
}

/** The roll of the lesson that the caller gives now, or that may be opened already. */
export async function getCurrentRoll(ctx: Ctx): Promise<Roll | null> {
  const { orgId, userId } = ctx.actor
  const opensUntil = formatClock(new Date(ctx.now.getTime() + openingMinutes * 60_000))
  const day = dayOf(ctx.now)
  const moment = { opensUntil: opensUntil < formatClock(ctx.now) ? '24:00' : opensUntil, clock: formatClock(ctx.now) }
  const [first] = await listOwnLessonIds(ctx.db, { orgId, userId, day }, moment)
  return first === undefined ? null : getRoll(ctx, first)
}
