import { addDays, orNotFound, Refusal, type Ctx } from '#packages/core'
import { publish } from '#packages/jobs'
import { endFlow } from '#kernel/approval/server/api.ts'
import { findFreeObstacles } from '#engines/duty/server/api.ts'
import { changeLessons, listLessonFacts, restoreLessons, toSpan } from '#engines/timetable/server/api.ts'
import { describeClasses } from '#kernel/schooling/server/api.ts'
import { coverEnded } from '../contract.ts'
import { coverSubject, lockCases, type CoverCase } from './cases.ts'
import { openTemplate, officePage } from './cover-notifications.ts'
import { listOfficePeople } from './cover-office.ts'
import { findCredits } from './leg-credits.ts'
import { listHeldCovers, type HeldCover } from './leaver-queries.ts'
import { toChange } from './lesson-changes.ts'
import { notifyAbout } from './notify-of-change.ts'
import { revivePrevious } from './previous-covers.ts'
import { findHostClasses } from './put-in-force.ts'
import { insertAsks, listOpenLegsOfLessons, updateLegs, updateRequests, type LegRow } from './request-queries.ts'
import { writeAnswers } from './sealed-texts.ts'
import { refuseOverWeek } from './week-limit.ts'

/** 11-20 08:10 八(2)班数学课: what members who leave are to give for others. Callers must check the scope. */
export async function listCoversOfMembers(ctx: Ctx, memberIds: readonly string[]) {
  const held = await listHeldCovers(ctx.db, memberIds, ctx.now)
  const classIds = [...new Set(held.flatMap(({ classId }) => classId ?? []))]
  const classes = await describeClasses(ctx, { classIds }, held[0]?.day ?? '')
  return held.map(({ classId, groupName, subjectName, ...cover }) => ({
    ...cover,
    lesson: classId === null ? `${groupName}课` : `${classes.get(classId)?.label ?? ''}${subjectName}课`,
    overOn: addDays(cover.day, 1),
  }))
}

/** A cover of somebody who leaves, under the locks of `lockCases`. */
interface LockedCover extends HeldCover {
  one: CoverCase
  /** The legs that are not over. */
  legs: LegRow[]
}

/**
 * All covers of the member are locked at once: they are handed over one after the other, and everybody else takes the locks
 * of several covers in one order.
 */
export async function lockHeldCover(ctx: Ctx, requestId: string, memberId: string): Promise<LockedCover | undefined> {
  const before = await listHeldCovers(ctx.db, [memberId], ctx.now)
  if (!before.some((held) => held.requestId === requestId)) return undefined
  const cases = await lockCases(
    ctx,
    before.map((held) => held.requestId),
  )
  const held = (await listHeldCovers(ctx.db, [memberId], ctx.now)).find((each) => each.requestId === requestId)
  const one = cases.find(({ id }) => id === requestId)
  return held && one && { ...held, one, legs: one.legs.filter(({ state }) => state !== 'ended') }
}

const leftNote = '代课教师离岗'

/** The cover of somebody who leaves waits for the office again; the lesson is as it was. Callers must check the scope. */
export async function returnCover(ctx: Ctx, { requestId, orgId, memberId, part, one, legs }: LockedCover) {
  if (part === 'asked') {
    await declineFor(ctx, requestId, memberId)
    if (one.asks.some((ask) => ask.answer === 'waiting' && ask.memberId !== memberId)) return
  }
  await reopen(ctx, one, legs)
  if (part !== 'current') return
  await revivePrevious(ctx, legs)
  const lessons = legs.map(({ lessonId, before }) => ({ lessonId, before }))
  await restoreLessons(ctx, { orgId, lessons })
  await publish(ctx, coverEnded, { requestId, orgId, lessonIds: lessons.map(({ lessonId }) => lessonId) })
}

const declineFor = (ctx: Ctx, requestId: string, memberId: string) =>
  writeAnswers(ctx, { requestIds: [requestId], memberId }, { answer: 'no', note: '已离岗' })

/** A lesson for which somebody else is asked already is not asked for twice. An audit of it is over. */
async function reopen(ctx: Ctx, one: CoverCase, legs: readonly LegRow[]) {
  const open = await listOpenLegsOfLessons(
    ctx.db,
    legs.map(({ lessonId }) => lessonId),
  )
  const isAskedAgain = open.some(({ state, requestId }) => state === 'pending' && requestId !== one.id)
  const state = isAskedAgain ? 'ended' : 'pending'
  await updateLegs(
    ctx.db,
    legs.map(({ id }) => ({ id, toId: null, state })),
  )
  const status = isAskedAgain ? 'cancelled' : 'open'
  await updateRequests(ctx.db, [one.id], { status, ask_mode: 'office', effective_at: null }, ctx.now)
  if (one.status === 'auditing') await endFlow(ctx, { subject: coverSubject, id: one.id, reason: leftNote })
  if (isAskedAgain) return
  const people = await listOfficePeople(ctx, one.orgId)
  await notifyAbout(ctx, openTemplate, [one], () => people, { url: officePage, name: one.name })
}

/** Somebody else gives the lesson, or is asked. Refuses whoever is busy then. Callers must check the scope. */
export async function handCover(
  ctx: Ctx,
  { requestId, orgId, memberId, part, one, legs }: LockedCover,
  to: { memberId: string; personId: string; name: string },
): Promise<void> {
  if (legs.some(({ fromId }) => fromId === to.memberId)) throw new Refusal('不能安排原任教师本人代课')
  if (part === 'asked') {
    const asked = one.asks.find((ask) => ask.memberId === to.memberId)
    if (asked && asked.answer !== 'waiting') throw new Refusal(`${to.name}已答复`)
    await declineFor(ctx, requestId, memberId)
    if (!asked) await insertAsks(ctx.db, [{ requestId, memberId: to.memberId, personId: to.personId }], ctx.now)
    return
  }
  await refuseOverWeek(
    ctx,
    orgId,
    legs.map(({ lessonId, day }) => ({ lessonId, day, memberId: to.memberId })),
  )
  await changeTeacher(ctx, { one, legs, memberId, isInForce: part === 'current' }, to)
}

/** The same change of the lessons as if she had been asked first: whoever else gives them stays. */
async function changeTeacher(
  ctx: Ctx,
  { one, legs, memberId, isInForce }: Pick<LockedCover, 'one' | 'legs' | 'memberId'> & { isInForce: boolean },
  to: { memberId: string; name: string },
) {
  const { kind, orgId, orgPath } = one
  const given = legs.map((leg) => ({ ...leg, toId: to.memberId }))
  const hosts = await requireGiver(ctx, kind, given, to)
  const credits = isInForce
    ? await findCredits(
        ctx,
        given.map((leg) => ({ kind, orgPath, leg })),
      )
    : new Map<string, object>()
  await updateLegs(
    ctx.db,
    given.map(({ id, toId }) => ({ id, toId, ...credits.get(id) })),
  )
  if (!isInForce) return
  const lessons = await listLessonFacts(
    ctx,
    given.map(({ lessonId }) => lessonId),
  )
  const changes = given.map(({ id, lessonId }) =>
    toChange({
      kind,
      lesson: orNotFound(lessons.get(lessonId), '课程'),
      fromId: memberId,
      toId: to.memberId,
      toName: to.name,
      place: undefined,
      otherSubject: '',
      otherClass: hosts.get(id) ?? '',
    }),
  )
  await changeLessons(ctx, { orgId, by: 'cover', changes })
}

/** She is free then, or has a lesson that the class can join: its class by leg. */
async function requireGiver(
  ctx: Ctx,
  kind: CoverCase['kind'],
  legs: readonly LegRow[],
  to: { memberId: string; name: string },
): Promise<ReadonlyMap<string, string>> {
  if (kind === 'merge')
    return findHostClasses(
      ctx,
      legs.map((leg) => ({ leg, lesson: { span: toSpan(leg) } })),
    )
  const questions = legs.map((leg) => ({ userId: to.memberId, ...toSpan(leg), without: [] }))
  const obstacle = (await findFreeObstacles(ctx, questions)).find((text) => text !== '')
  if (obstacle) throw new Refusal(`${to.name}${obstacle}`)
  return new Map()
}
