import type { Ctx } from '#packages/core'
import { listLessonFacts } from '#engines/timetable/server/api.ts'
import type { CoverLesson } from '../contract.ts'
import { listLessonIds } from './lessons-to-cover-queries.ts'
import { listOpenLegsOfLessons, listRequests, ofIds } from './request-queries.ts'

/** The lessons of a member in these days with what is being done about each. Callers must check the scope. */
export async function listLessonsToCover(
  ctx: Ctx,
  { orgId, userIds, from, to }: { orgId: string; userIds: readonly string[]; from: string; to: string },
): Promise<ReadonlyMap<string, CoverLesson[]>> {
  const rows = await listLessonIds(ctx.db, { orgId, userIds, from, to })
  const ids = rows.map(({ id }) => id)
  const lessons = await listLessonFacts(ctx, ids)
  const legs = await listOpenLegsOfLessons(ctx.db, ids)
  const requests = new Map(
    (legs.length > 0 ? await listRequests(ctx.db, ofIds(legs.map(({ requestId }) => requestId))) : []).map((one) => [
      one.id,
      one,
    ]),
  )
  const present = (id: string): CoverLesson => {
    const {
      orgId: _,
      gradeId: __,
      teacherIds: ___,
      span,
      seenAt,
      label: ____,
      roomId: _____,
      ...lesson
    } = lessons.get(id)!
    const leg =
      legs.find(({ lessonId, state }) => lessonId === id && state === 'pending') ??
      legs.find(({ lessonId }) => lessonId === id)
    const request = leg && requests.get(leg.requestId)
    const state =
      span.startsAt <= ctx.now
        ? 'past'
        : lesson.status === 'cancelled'
          ? 'cancelled'
          : leg?.state === 'pending'
            ? 'asked'
            : leg
              ? 'covered'
              : 'free'
    return {
      ...lesson,
      lessonId: id,
      seenAt: seenAt.toISOString(),
      state,
      requestId: request?.id ?? null,
      requestStatus: request?.status ?? null,
      kind: request?.kind ?? null,
      toNames: [],
    }
  }
  return Map.groupBy(rows, ({ userId }) => userId)
    .entries()
    .reduce(
      (all, [userId, some]) =>
        all.set(
          userId,
          some.map(({ id }) => present(id)),
        ),
      new Map<string, CoverLesson[]>(),
    )
}
