import type { Ctx } from '#packages/core'
import { listLessonFacts } from '#engines/timetable/server/api.ts'
import type { CoverAsk } from '../contract.ts'
import { advance } from './advance.ts'
import { lockCases } from './cases.ts'
import { createRequests } from './create-requests.ts'

/** A request of the caller for an own lesson; without anybody who is asked it goes on to the audit. */
export async function aCoverRequest(
  ctx: Ctx,
  {
    lessonId,
    ...more
  }: Pick<CoverAsk, 'lessonId'> &
    Partial<Pick<CoverAsk, 'kind' | 'askMode' | 'cancelReason'>> & { askedIds?: string[] },
): Promise<string> {
  const lesson = (await listLessonFacts(ctx, [lessonId])).get(lessonId)!
  const { askedIds = [], ...facts } = more
  const wish: CoverAsk = {
    lessonId,
    seenAt: lesson.seenAt.toISOString(),
    kind: 'substitute',
    askMode: 'one',
    userIds: askedIds,
    otherLessonId: null,
    otherSeenAt: null,
    to: null,
    cancelReason: null,
    ...facts,
  }
  const planned = { lesson, wish, fromId: ctx.actor.userId, askedIds, current: undefined, pending: undefined }
  const reason = { source: 'private', reason: '家中有事', awaySource: null, awayRef: null } as const
  const [id] = await createRequests(ctx, [{ ...planned, other: undefined, place: undefined }], reason)
  const cases = await lockCases(ctx, [id!])
  await advance(
    ctx,
    cases.filter(({ status }) => status === 'agreed'),
  )
  return id!
}
