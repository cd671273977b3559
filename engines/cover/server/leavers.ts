import { addDays, orNotFound, type Ctx } from '#packages/core'
import { publish } from '#packages/jobs'
import { changeLessons, listLessonFacts, restoreLessons, type LessonBefore } from '#engines/timetable/server/api.ts'
import { describeClasses } from '#kernel/schooling/server/api.ts'
import { coverEnded } from '../contract.ts'
import { loadCases } from './cases.ts'
import {
  declineAsk,
  insertAsk,
  listHeldCovers,
  lockLegs,
  reopenRequest,
  setTeacherOfLegs,
  type HeldCover,
} from './leaver-queries.ts'
import { toChange } from './lesson-changes.ts'
import { findHostClasses } from './put-in-force.ts'

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

export const findHeldCover = async (ctx: Ctx, requestId: string, memberId: string): Promise<HeldCover | undefined> =>
  (await listHeldCovers(ctx.db, [memberId], ctx.now)).find((one) => one.requestId === requestId)

/** The cover of somebody who leaves waits for the office again; the lesson is as it was. Callers must check the scope. */
export async function returnCover(ctx: Ctx, { requestId, orgId, memberId, part }: HeldCover): Promise<void> {
  const legs = await lockLegs(ctx.db, requestId)
  if (part === 'asked') {
    if ((await declineAsk(ctx.db, { requestId, memberId }, ctx.now)) === 0)
      await reopenRequest(ctx.db, requestId, ctx.now)
    return
  }
  if (part === 'current') {
    const lessons = legs.map(({ lessonId, before }) => ({ lessonId, before: before as LessonBefore }))
    await restoreLessons(ctx, { orgId, lessons })
    await publish(ctx, coverEnded, { requestId, orgId, lessonIds: lessons.map(({ lessonId }) => lessonId) })
  }
  await reopenRequest(ctx.db, requestId, ctx.now)
}

/** Somebody else gives the lesson, or is asked. Refuses whoever is busy then. Callers must check the scope. */
export async function handCover(
  ctx: Ctx,
  { requestId, orgId, memberId, part }: HeldCover,
  to: { memberId: string; personId: string; name: string },
): Promise<void> {
  await lockLegs(ctx.db, requestId)
  if (part === 'asked') {
    await declineAsk(ctx.db, { requestId, memberId }, ctx.now)
    await insertAsk(ctx.db, { requestId, memberId: to.memberId, personId: to.personId }, ctx.now)
    return
  }
  if (part === 'current') await changeTeacher(ctx, { requestId, orgId, memberId }, to)
  await setTeacherOfLegs(ctx.db, requestId, to.memberId)
}

/** The same change of the lessons as if she had been asked first: whoever else gives them stays. */
async function changeTeacher(
  ctx: Ctx,
  { requestId, orgId, memberId }: Pick<HeldCover, 'requestId' | 'orgId' | 'memberId'>,
  to: { memberId: string; name: string },
) {
  const [one] = await loadCases(ctx, [requestId])
  const { kind, legs } = one!
  const lessons = await listLessonFacts(
    ctx,
    legs.map(({ lessonId }) => lessonId),
  )
  const given = legs.map(({ id, lessonId }) => ({
    leg: { id, toId: to.memberId },
    lesson: orNotFound(lessons.get(lessonId), '课程'),
  }))
  const hosts = kind === 'merge' ? await findHostClasses(ctx, given) : new Map<string, string>()
  const changes = given.map(({ leg, lesson }) =>
    toChange({
      kind,
      lesson,
      fromId: memberId,
      toId: to.memberId,
      toName: to.name,
      place: undefined,
      otherSubject: '',
      otherClass: hosts.get(leg.id) ?? '',
    }),
  )
  await changeLessons(ctx, { orgId, by: 'cover', changes })
}
