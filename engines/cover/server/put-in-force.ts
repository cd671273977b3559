import { Refusal, type Ctx } from '#packages/core'
import { publish } from '#packages/jobs'
import { listAwayOf, listBusy } from '#engines/duty/server/api.ts'
import { changeLessons, type LessonFacts, listLessonFacts, toSpan } from '#engines/timetable/server/api.ts'
import { coverEffective } from '../contract.ts'
import { getChainNo, findKindsInForce, handedOver, longestChain } from './chains.ts'
import { findCredits } from './leg-credits.ts'
import { toChange, type ChangeOf } from './lesson-changes.ts'
import { notifyOfChange } from './notify-of-change.ts'
import { listMembers, type MemberRow } from './people-queries.ts'
import type { LessonTime } from './lesson-times.ts'
import { closeAsks, listOpenLegsOfLessons, updateLegs, updateRequests, type LegRow } from './request-queries.ts'
import type { CoverCase } from './cases.ts'
import { findMovedLessons } from './moved-lessons.ts'
import { endPrevious } from './previous-covers.ts'

/** A leg with its lesson as it is now. */
interface ReadyLeg {
  one: CoverCase
  leg: LegRow
  lesson: LessonFacts
  previous: LegRow | undefined
}

interface InForceOptions {
  /** The lessons as the caller saw them, by id. */
  seenAt?: ReadonlyMap<string, string>
  /** 补登 */
  isPastAllowed?: boolean
}

/** The lessons are changed, and everybody concerned is told. The callers hold the locks of `lockCases`. */
export async function putInForce(ctx: Ctx, cases: readonly CoverCase[], options: InForceOptions = {}) {
  for (const [orgId, some] of Map.groupBy(cases, (one) => one.orgId)) await putInForceAt(ctx, orgId, some, options)
}

async function putInForceAt(
  ctx: Ctx,
  orgId: string,
  cases: readonly CoverCase[],
  { seenAt, isPastAllowed = false }: InForceOptions,
) {
  const ready = await prepareLegs(ctx, cases)
  const members = await listMembers(
    ctx.db,
    ready.flatMap(({ leg }) => [leg.fromId, leg.toId]).filter((id) => id !== null),
  )
  await refuseAbsent(ctx, ready, members)
  const changes = await listChanges(ctx, ready, members, seenAt)
  const changed = await changeLessons(ctx, { orgId, by: 'cover', changes: changes.map(toChange), isPastAllowed })
  const before = new Map(changed.map((lesson) => [lesson.lessonId, lesson.before]))
  const kinds = await findKindsInForce(
    ctx,
    ready.map(({ previous }) => previous),
  )
  const credits = await findCredits(
    ctx,
    ready.map(({ one, leg }) => ({ kind: one.kind, orgPath: one.orgPath, leg })),
  )
  await endPrevious(
    ctx,
    ready.flatMap(({ previous }) => previous ?? []),
  )
  await updateLegs(
    ctx.db,
    ready.map(({ leg, lesson, previous }) => {
      const chainNo = getChainNo(
        previous,
        previous !== undefined && handedOver.includes(kinds.get(previous.requestId)!),
      )
      if (chainNo > longestChain) throw new Refusal(`已连续转代${longestChain}次，请联系教务处`)
      return {
        id: leg.id,
        state: 'current' as const,
        before: before.get(lesson.id)!,
        previousId: previous?.id ?? null,
        chainNo,
        ...credits.get(leg.id),
      }
    }),
  )
  const ids = cases.map(({ id }) => id)
  await updateRequests(ctx.db, ids, { status: 'effective', effective_at: ctx.now, note: null }, ctx.now)
  await closeAsks(ctx.db, ids, ctx.now)
  for (const { id, legs } of cases)
    await publish(ctx, coverEffective, { requestId: id, orgId, lessonIds: legs.map(({ lessonId }) => lessonId) })
  await notifyOfChange(ctx, cases)
}

/** The legs with their lessons, which must be as they were when the request was made. */
async function prepareLegs(ctx: Ctx, cases: readonly CoverCase[]): Promise<ReadyLeg[]> {
  await findMovedLessons(
    ctx,
    cases.flatMap(({ legs }) => legs),
  )
  const ids = cases.flatMap(({ legs }) => legs.map(({ lessonId }) => lessonId))
  const lessons = await listLessonFacts(ctx, ids)
  const open = await listOpenLegsOfLessons(ctx.db, ids)
  return cases.flatMap((one) =>
    one.legs.map((leg) => {
      const lesson = lessons.get(leg.lessonId)
      if (!lesson || !isSame(leg, lesson)) throw new Refusal('课程已变化，请撤回后重新申请')
      const previous = open.find(({ lessonId, state }) => lessonId === leg.lessonId && state === 'current')
      return { one, leg, lesson, previous }
    }),
  )
}

const isSame = ({ day, periodId, begins, fromId }: LegRow, lesson: LessonFacts) =>
  lesson.day === day &&
  lesson.periodId === periodId &&
  lesson.begins === begins &&
  lesson.status !== 'cancelled' &&
  (fromId === null || lesson.teacherIds.includes(fromId))

const toLessonTime = (leg: LegRow): LessonTime | undefined =>
  leg.toDay === null
    ? undefined
    : { day: leg.toDay, periodId: leg.toPeriodId!, periodName: '', begins: leg.toBegins!, ends: leg.toEnds! }

/** Somebody may have gone on leave since she said yes. The table of duties refuses whoever has a lesson. */
async function refuseAbsent(ctx: Ctx, ready: readonly ReadyLeg[], members: ReadonlyMap<string, MemberRow>) {
  const asked = ready.flatMap(({ one, leg, lesson }) => {
    const place = toLessonTime(leg)
    if (place) return lesson.teacherIds.map((userId) => ({ userId, ...toSpan(place) }))
    return handedOver.includes(one.kind) && leg.toId ? [{ userId: leg.toId, ...lesson.span }] : []
  })
  const away = await listAwayOf(ctx, asked)
  const at = asked.findIndex((_, index) => away[index]!.length > 0)
  if (at >= 0) throw new Refusal(`${members.get(asked[at]!.userId)?.name ?? '教师'}当日请假`)
}

async function listChanges(
  ctx: Ctx,
  ready: readonly ReadyLeg[],
  members: ReadonlyMap<string, MemberRow>,
  seenAt: ReadonlyMap<string, string> | undefined,
): Promise<ChangeOf[]> {
  const hosts = await findHostClasses(
    ctx,
    ready.filter(({ one }) => one.kind === 'merge'),
  )
  return ready.map(({ one, leg, lesson }) => {
    const partner = ready.find((each) => each.one === one && each.leg !== leg)
    return {
      kind: one.kind,
      lesson,
      fromId: leg.fromId,
      toId: handedOver.includes(one.kind) ? leg.toId : null,
      toName: members.get(leg.toId ?? '')?.name ?? '',
      place: toLessonTime(leg),
      otherSubject: partner?.lesson.subjectName ?? '',
      otherClass: hosts.get(leg.id) ?? '',
      ...(seenAt?.has(lesson.id) ? { seenAt: seenAt.get(lesson.id)! } : {}),
    }
  })
}

/** merge: the class whose lesson the colleague gives then. */
export async function findHostClasses(
  ctx: Ctx,
  merged: readonly { leg: Pick<LegRow, 'id' | 'toId'>; lesson: Pick<LessonFacts, 'span'> }[],
): Promise<ReadonlyMap<string, string>> {
  if (merged.length === 0) return new Map()
  const from = new Date(Math.min(...merged.map(({ lesson }) => lesson.span.startsAt.getTime())))
  const to = new Date(Math.max(...merged.map(({ lesson }) => lesson.span.endsAt.getTime())))
  const busy = await listBusy(ctx, [...new Set(merged.flatMap(({ leg }) => leg.toId ?? []))], from, to)
  const found = merged.map(({ leg, lesson: { span } }) => {
    const duties = busy.get(leg.toId!)!.duties.filter(({ kind }) => kind === 'lesson')
    return duties.find(({ startsAt, endsAt }) => startsAt < span.endsAt && endsAt > span.startsAt)?.ref
  })
  const lessons = await listLessonFacts(
    ctx,
    found.flatMap((id) => id ?? []),
  )
  if (found.some((id) => id === undefined)) throw new Refusal('对方该时段没有课，不能合班')
  return new Map(merged.map(({ leg }, at) => [leg.id, lessons.get(found[at]!)?.groupName ?? '']))
}
