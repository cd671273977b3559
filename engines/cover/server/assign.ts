import { changedByOthers, notFound, Refusal, type Ctx } from '#packages/core'
import { findFreeObstacles } from '#engines/duty/server/api.ts'
import type { CoverSource, CoverItem } from '../contract.ts'
import { advance } from './advance.ts'
import { listApplied, type Applied } from './apply.ts'
import { lockCases, type CoverCase } from './cases.ts'
import { handedOver } from './chains.ts'
import { requireHosts } from './check-colleagues.ts'
import { createRequests, toReason } from './create-requests.ts'
import { endRequests } from './end-requests.ts'
import { listActiveAt, listMembers } from './people-queries.ts'
import { planCovers } from './plan-covers.ts'
import type { PlannedCover } from './planned-cover.ts'
import { closeAsks, listOpenLegsOfLessons, updateLegs, updateRequests } from './request-queries.ts'
import { openTexts, writeReason } from './sealed-texts.ts'
import { refuseOverWeek } from './week-limit.ts'

export interface AssignForm {
  lessons: readonly (Pick<
    CoverItem,
    'lessonId' | 'seenAt' | 'kind' | 'otherLessonId' | 'otherSeenAt' | 'to' | 'cancelReason'
  > & {
    userId: string | null
  })[]
  source: CoverSource
  reason: string
  isChainConfirmed: boolean
}

/**
 * The office arranges lessons: in force at once, or with the leave if that is not approved yet. Whoever is assigned is
 * told. What a teacher asked for about a lesson is answered by it. Callers must check the scope.
 */
export async function assignCovers(ctx: Ctx, form: AssignForm): Promise<Applied[]> {
  const items = form.lessons.map(({ userId, ...rest }): CoverItem => ({
    ...rest,
    askMode: 'office',
    userIds: userId === null ? [] : [userId],
  }))
  const { isChainConfirmed, source, reason } = form
  const of = { items, applicantId: undefined, isAway: true, isChainConfirmed, isAssigned: true }
  const known = await lockAsked(ctx, items)
  const planned = await planCovers(ctx, of)
  if (planned.some(({ pending }) => pending && !known.has(pending.requestId))) throw changedByOthers()
  await requireFree(ctx, planned)
  const taken = await takeOver(ctx, planned, reason)
  const rest = planned.filter((one) => !taken.has(one))
  const facts = { source, reason, awaySource: null, awayRef: null }
  const created = rest.length > 0 ? await createRequests(ctx, rest, facts) : []
  const ids = planned.map((one) => taken.get(one) ?? created[rest.indexOf(one)]!)
  await nameAssigned(ctx, planned, ids)
  const seenAt = new Map(form.lessons.map((lesson) => [lesson.lessonId, lesson.seenAt]))
  await advance(ctx, await lockCases(ctx, ids), seenAt)
  return listApplied(ctx, ids)
}

/** What is asked for about these lessons; an audit of it comes before the lessons, as for everybody. */
async function lockAsked(ctx: Ctx, items: readonly CoverItem[]): Promise<Set<string>> {
  const lessonIds = items.flatMap(({ lessonId, otherLessonId }) =>
    otherLessonId ? [lessonId, otherLessonId] : lessonId,
  )
  const legs = await listOpenLegsOfLessons(ctx.db, lessonIds)
  const ids = legs.flatMap(({ state, requestId }) => (state === 'pending' ? requestId : []))
  return new Set((await lockCases(ctx, ids, lessonIds)).map(({ id }) => id))
}

async function requireFree(ctx: Ctx, planned: readonly PlannedCover[]) {
  const given = planned.filter(({ item: { kind } }) => handedOver.includes(kind))
  if (given.some(({ item }) => item.userIds.length === 0)) throw new Refusal('请选择教师')
  const idOf = ({ item }: PlannedCover) => item.userIds[0]!
  const names = await listMembers(ctx.db, given.map(idOf))
  for (const [day, some] of Map.groupBy(given, ({ lesson }) => lesson.day)) {
    const active = await listActiveAt(ctx.db, some[0]!.lesson.orgId, some.map(idOf), day)
    if (some.some((one) => !active.has(idOf(one)))) throw notFound('人员')
  }
  if (given.some((one) => one.lesson.teacherIds.includes(idOf(one)))) throw new Refusal('不能安排原任教师本人代课')
  const free = given.filter(({ item: { kind } }) => kind !== 'merge')
  const obstacles = await findFreeObstacles(
    ctx,
    free.map((one) => ({ userId: idOf(one), ...one.lesson.span, without: [] })),
  )
  const at = obstacles.findIndex((text) => text !== '')
  if (at >= 0) throw new Refusal(`${names.get(idOf(free[at]!))!.name}${obstacles[at]!}`)
  for (const one of given.filter(({ item: { kind } }) => kind === 'merge')) await requireHosts(ctx, one)
  for (const [orgId, some] of Map.groupBy(given, ({ lesson }) => lesson.orgId))
    await refuseOverWeek(
      ctx,
      orgId,
      some.map((one) => ({ lessonId: one.lesson.id, day: one.lesson.day, memberId: idOf(one) })),
    )
}

/**
 * What a teacher asked for about the same lesson becomes what the office arranges; what cannot, because two lessons or an
 * audit hang on it, ends. Returns the requests that go on.
 */
async function takeOver(
  ctx: Ctx,
  planned: readonly PlannedCover[],
  reason: string,
): Promise<ReadonlyMap<PlannedCover, string>> {
  const pending = await lockCases(
    ctx,
    planned.flatMap((one) => one.pending?.requestId ?? []),
  )
  const isFit = (kind: string) => kind !== 'swap'
  const goingOn = pending.filter(({ kind, status }) => isFit(kind) && status !== 'auditing')
  const taken = new Map<PlannedCover, string>()
  for (const one of planned) {
    const request = goingOn.find(({ id }) => id === one.pending?.requestId)
    if (request && isFit(one.item.kind)) taken.set(one, request.id)
  }
  const kept = new Set(taken.values())
  await endRequests(
    ctx,
    pending.filter(({ id }) => !kept.has(id)),
    'cancelled',
    '教务已另行安排',
  )
  await closeAsks(ctx.db, [...kept], ctx.now)
  for (const [kind, some] of Map.groupBy(taken, ([{ item }]) => item.kind))
    await updateRequests(
      ctx.db,
      some.map(([, id]) => id),
      { kind, ask_mode: 'office', status: 'agreed', note: null },
      ctx.now,
    )
  await updateLegs(
    ctx.db,
    [...taken.keys()].map(({ pending: leg, place }) => ({
      id: leg!.id,
      toDay: place?.day ?? null,
      toPeriodId: place?.periodId ?? null,
      toBegins: place?.begins ?? null,
      toEnds: place?.ends ?? null,
    })),
  )
  await addReasons(ctx, pending, taken, reason)
  return taken
}

/** Why the office drops a lesson comes before what the teacher wrote. */
async function addReasons(
  ctx: Ctx,
  pending: readonly CoverCase[],
  taken: ReadonlyMap<PlannedCover, string>,
  reason: string,
) {
  for (const [{ item }, id] of taken) {
    const one = pending.find((each) => each.id === id)!
    const [own = ''] = await openTexts(ctx, 'reason', [{ requestId: id, text: one.reason }])
    const added = toReason(item, reason)
    if (added !== '') await writeReason(ctx, id, [added, own].filter(Boolean).join('；'))
  }
}

/** Who gives each lesson. */
async function nameAssigned(ctx: Ctx, planned: readonly PlannedCover[], ids: readonly string[]) {
  const toIds = new Map(planned.map(({ item }, at) => [ids[at]!, item]))
  const cases = await lockCases(ctx, ids)
  await updateLegs(
    ctx.db,
    cases.flatMap(({ id, legs }) => {
      const { kind, userIds } = toIds.get(id)!
      return kind === 'swap' ? [] : legs.map((leg) => ({ id: leg.id, toId: userIds[0] ?? null }))
    }),
  )
}
