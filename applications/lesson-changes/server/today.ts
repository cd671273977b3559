import type { QueryOf } from '#packages/contract'
import { addDays, orNotFound, scopeOf, startOfDay, type Ctx } from '#packages/core'
import type { CoverLesson } from '#engines/cover/contract.ts'
import { listDoubtfulCovers, listLessonsInHand, listLessonsToCover } from '#engines/cover/server/api.ts'
import { listAway, type Span } from '#engines/duty/server/api.ts'
import { teachingKinds } from '#engines/timetable/contract.ts'
import { listPeriodsOfSchool, toMoment } from '#engines/timetable/server/api.ts'
import { findUnitById, isOrgInScope } from '#kernel/org/server/api.ts'
import type { coverOfficeApi, DayBoard } from '../contract.ts'

/** 今日课务: who is missing on a day, and which lessons have nobody. Some thirty statements whatever the school's size. */
export async function getDayBoard(ctx: Ctx, { orgId, date }: QueryOf<typeof coverOfficeApi.today>): Promise<DayBoard> {
  const org = await requireSchool(ctx, orgId)
  const absent = await listAbsent(ctx, org.id, date)
  const shown = new Set(absent.flatMap(({ lessons }) => lessons.map(({ lessonId }) => lessonId)))
  const others = (await listLessonsInHand(ctx, org.id, date)).filter(({ lessonId }) => !shown.has(lessonId))
  const periods = await listPeriodsOfSchool(ctx, org.id, date)
  return {
    day: date,
    orgName: org.name,
    absent,
    others,
    periods: periods
      .filter(({ kind }) => teachingKinds.includes(kind))
      .map(({ id, name, begins, ends }) => ({ id, name, begins, ends })),
    inDoubt: await listDoubtfulCovers(ctx, org.id),
    ...countLessons([...absent.flatMap(({ lessons }) => lessons), ...others]),
  }
}

/** Nobody gives it and nobody is asked, or the office is. */
const isOpen = ({ state, requestStatus }: CoverLesson) =>
  state === 'free' || (state === 'asked' && requestStatus === 'open')
const isArranged = ({ state, requestStatus }: CoverLesson) =>
  state === 'covered' ||
  state === 'cancelled' ||
  (state === 'past' && (requestStatus === 'effective' || requestStatus === 'done'))

/** A lesson whose substitute is away too is listed for both, and counts as what it is for the substitute. */
function countLessons(lessons: readonly CoverLesson[]) {
  const idsOf = (is: (lesson: CoverLesson) => boolean) => new Set(lessons.filter(is).map(({ lessonId }) => lessonId))
  const open = idsOf(isOpen)
  const waiting = idsOf(({ state }) => state === 'asked').difference(open)
  const arranged = idsOf(isArranged).difference(open).difference(waiting)
  return { open: open.size, waiting: waiting.size, arranged: arranged.size }
}

/** A school in the scope of whoever arranges covers; the caller's own unless told otherwise. */
export async function requireSchool(ctx: Ctx, orgId: string | null) {
  const org = orNotFound(await findUnitById(ctx, orgId ?? ctx.actor.orgId), '组织')
  const isInScope = await isOrgInScope(ctx.db, scopeOf(ctx, 'cover.arrange'), org.id)
  return orNotFound(isInScope ? org : undefined, '组织')
}

/** Who is away and would have given lessons meanwhile, with these. */
async function listAbsent(ctx: Ctx, orgId: string, day: string): Promise<DayBoard['absent']> {
  const away = Map.groupBy(
    await listAway(ctx, orgId, startOfDay(day), startOfDay(addDays(day, 1))),
    ({ userId }) => userId,
  )
  const lessons = await listLessonsToCover(ctx, { orgId, userIds: [...away.keys()], from: day, to: day })
  const isMissed = (spans: readonly Span[], { begins, ends }: CoverLesson) =>
    spans.some(({ startsAt, endsAt }) => startsAt < toMoment(day, ends) && endsAt > toMoment(day, begins))
  return [...away]
    .map(([userId, spans]) => ({
      userId,
      name: spans[0]!.name,
      lessons: (lessons.get(userId) ?? []).filter((lesson) => isMissed(spans, lesson)),
    }))
    .filter(({ lessons: missed }) => missed.length > 0)
}
