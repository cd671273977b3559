import type { Ctx } from '#packages/core'
import { subscribe } from '#packages/jobs'
import { lessonsChanged } from '#engines/timetable/contract.ts'
import { lockCases } from './cases.ts'
import { endRequests } from './end-requests.ts'
import { listRequestsWithoutLesson } from './leg-queries.ts'
import { findMovedLessons } from './moved-lessons.ts'

/**
 * A publication writes lessons anew; those that a cover changed stay. A request that waits means the new lesson at its
 * time, and ends if there is none.
 */
export async function followTimetable(ctx: Ctx, { orgId, from, to }: { orgId: string; from: string; to: string }) {
  const cases = await lockCases(ctx, await listRequestsWithoutLesson(ctx.db, orgId, from, to))
  await findMovedLessons(
    ctx,
    cases.flatMap(({ legs }) => legs),
  )
  const lost = new Set(await listRequestsWithoutLesson(ctx.db, orgId, from, to))
  await endRequests(
    ctx,
    cases.filter(({ id }) => lost.has(id)),
    'cancelled',
    '课表已变动，请重新申请',
  )
}

export const onLessonsChanged = subscribe(
  lessonsChanged,
  { name: 'cover.on-lessons', title: '课表变动后更新代调课' },
  followTimetable,
)
