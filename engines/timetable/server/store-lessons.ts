import { addDays, dayOf, newId, startOfDay, type Ctx } from '#packages/core'
import { extendTimeouts } from '#packages/db'
import { publish } from '#packages/jobs'
import { listBusy, replaceDuties, type NewDuty } from '#engines/duty/server/api.ts'
import {
  findSchemeOn,
  listCalendarDays,
  listOrgTerms,
  listPeriodSchemesOf,
  listTeachingOfTerm,
} from '#kernel/schooling/server/api.ts'
import { lessonsChanged } from '../contract.ts'
import { deleteLessons, insertLessons, listLessonsOfTerm, type NewLesson, type StoredLesson } from './lesson-queries.ts'
import { planLessons, type PlannedLesson, type PublishedTimetable } from './plan-lessons.ts'
import { listPlacedSlots } from './slot-queries.ts'
import { listPublished, lockLessons } from './timetable-queries.ts'

export const lessonDuty = 'lesson'
/** A term whose end moved into the past ended at most so many days ago. */
const shortenedAtMost = 60

interface Time {
  day: string
  begins: string
  ends: string
}
export const toMoment = (day: string, clock: string) => new Date(`${day}T${clock}:00+08:00`)
export const toSpan = ({ day, begins, ends }: Time) => ({
  startsAt: toMoment(day, begins),
  endsAt: toMoment(day, ends),
})
const overlap = (a: Time, b: Time) => a.day === b.day && a.begins < b.ends && b.begins < a.ends

/** The lessons that the published versions and `more` plan for a term from a day on, or until another day. */
export async function planTerm(
  ctx: Ctx,
  orgId: string,
  termId: string,
  from: string,
  { more, until }: { more?: PublishedTimetable | undefined; until?: string } = {},
) {
  const term = (await listOrgTerms(ctx, orgId)).find(({ id }) => id === termId)
  if (!term || term.endsOn < from) return { from, to: addDays(from, -1), planned: [] }
  const first = from < term.startsOn ? term.startsOn : from
  const to = until !== undefined && until < term.endsOn ? until : term.endsOn
  const published = await listPublished(ctx.db, orgId, termId)
  const kept = published.filter(({ effectiveOn }) => !more || effectiveOn < more.effectiveOn)
  const slots = Map.groupBy(
    await listPlacedSlots(
      ctx.db,
      kept.map(({ id }) => id),
    ),
    ({ timetableId }) => timetableId,
  )
  const timetables = kept.map(({ id, effectiveOn }) => ({ id, effectiveOn, slots: slots.get(id) ?? [] }))
  const schemes = await listPeriodSchemesOf(ctx, orgId, first, to)
  const planned = planLessons({
    days: await listCalendarDays(ctx, orgId, first, to),
    timetables: more ? [...timetables, more] : timetables,
    groups: await listTeachingOfTerm(ctx, orgId, termId),
    findPeriods: (gradeId, day) => findSchemeOn(schemes, gradeId, day)?.periods ?? [],
  })
  return { from: first, to, planned }
}

export const keyOf = (slotId: string | null, day: string) => `${slotId} ${day}`
type Place = Pick<StoredLesson, 'timetableId' | 'periodId' | 'begins' | 'ends' | 'roomId' | 'teacherIds'>
export const isSame = (a: Place, b: PlannedLesson) =>
  a.timetableId === b.timetableId &&
  a.periodId === b.periodId &&
  a.begins === b.begins &&
  a.ends === b.ends &&
  a.roomId === b.roomId &&
  a.teacherIds.toSorted().join() === b.teacherIds.toSorted().join()

export interface LessonDiff {
  added: PlannedLesson[]
  removed: StoredLesson[]
  /** Changed by hand: they stay. */
  kept: StoredLesson[]
}

/** What has to be written so that the stored lessons are those that are planned; lessons changed by hand stay. */
export function compareLessons(stored: readonly StoredLesson[], planned: readonly PlannedLesson[]): LessonDiff {
  const kept = stored.filter(({ status }) => status !== 'planned')
  const byKey = new Map(stored.map((lesson) => [keyOf(lesson.slotId, lesson.slotDay), lesson]))
  const keptOfDay = Map.groupBy(kept, ({ day }) => day)
  const wanted = planned.filter((lesson) => {
    if (byKey.get(keyOf(lesson.slotId, lesson.day))?.status !== undefined)
      return byKey.get(keyOf(lesson.slotId, lesson.day))!.status === 'planned'
    // A lesson that was moved here by hand, or cancelled, has the time of its group.
    return !(keptOfDay.get(lesson.day) ?? []).some((one) => overlap(one, lesson) && one.groupId === lesson.groupId)
  })
  const wantedKeys = new Set(wanted.map(({ slotId, day }) => keyOf(slotId, day)))
  const unchanged = new Set(
    wanted.flatMap((lesson) => {
      const there = byKey.get(keyOf(lesson.slotId, lesson.day))
      return there && isSame(there, lesson) ? keyOf(lesson.slotId, lesson.day) : []
    }),
  )
  return {
    kept,
    added: wanted.filter(({ slotId, day }) => !unchanged.has(keyOf(slotId, day))),
    removed: stored.filter(({ slotId, slotDay, status }) => {
      const key = keyOf(slotId, slotDay)
      return status === 'planned' && !(wantedKeys.has(key) && unchanged.has(key))
    }),
  }
}

/**
 * A teacher who covers or whose lesson was moved by hand is not free for what is planned then: the lesson stands there
 * without her, so that the office finds somebody.
 */
export function leaveOutCovering({ added, kept }: Pick<LessonDiff, 'added' | 'kept'>): PlannedLesson[] {
  const keptOfDay = Map.groupBy(
    kept.filter(({ status, sharesDuty }) => status === 'changed' && !sharesDuty),
    ({ day }) => day,
  )
  return added.map((lesson) => {
    const there = (keptOfDay.get(lesson.day) ?? []).filter((one) => overlap(one, lesson))
    const taken = new Set(there.flatMap(({ teacherIds }) => teacherIds))
    return { ...lesson, teacherIds: lesson.teacherIds.filter((userId) => !taken.has(userId)) }
  })
}

/** Lessons of today that have begun are past. Of a term there are many, so the day of now is found once. */
function createPastTest(now: Date) {
  const today = dayOf(now)
  return ({ day, begins }: Pick<StoredLesson, 'day' | 'begins'>) =>
    day < today || (day === today && toMoment(day, begins) <= now)
}

/** The difference between what is stored and what is planned from a day on; nothing that has begun is touched. */
export async function findLessonDiff(ctx: Ctx, orgId: string, termId: string, day: string, more?: PublishedTimetable) {
  const today = dayOf(ctx.now)
  const from = day < today ? today : day
  const isPast = createPastTest(ctx.now)
  const plan = await planTerm(ctx, orgId, termId, from, { more })
  const stored = await listLessonsOfTerm(ctx.db, orgId, termId, from)
  const past = new Set(
    stored.filter((lesson) => lesson.day >= from && isPast(lesson)).map((one) => keyOf(one.slotId, one.day)),
  )
  const diff = compareLessons(
    stored.filter((lesson) => lesson.slotDay !== lesson.day || !isPast(lesson)),
    // A lesson that was moved to an earlier hour of today has been given.
    plan.planned.filter((lesson) => !isPast(lesson) && !past.has(keyOf(lesson.slotId, lesson.day))),
  )
  return { ...plan, diff }
}

export const toDuties = (
  orgId: string,
  lessons: readonly (Time & { id: string; teacherIds: readonly string[] })[],
): NewDuty[] =>
  lessons.flatMap((lesson) =>
    lesson.teacherIds.map((userId) => ({ userId, orgId, kind: lessonDuty, ref: lesson.id, ...toSpan(lesson) })),
  )

/** Writes a difference: lessons and duties together, so that nobody is in two places. */
export async function storeLessons(ctx: Ctx, orgId: string, { added, removed }: Pick<LessonDiff, 'added' | 'removed'>) {
  if (added.length + removed.length === 0) return
  const refs = removed.map(({ id }) => id)
  const lessons = added.map((lesson): NewLesson => ({ ...lesson, id: newId() }))
  await deleteLessons(ctx.db, refs)
  await insertLessons(ctx.db, orgId, lessons, ctx.now)
  await replaceDuties(ctx, lessonDuty, refs, toDuties(orgId, lessons))
  const days = [...added, ...removed].map(({ day }) => day).toSorted()
  await publish(ctx, lessonsChanged, {
    orgId,
    from: days[0]!,
    to: days.at(-1)!,
    lessonIds: lessons.slice(0, 500).map(({ id }) => id),
  })
}

/**
 * Counts the coming lessons of a school again after the calendar, the times, the teachers or the classes changed. A
 * teacher who is busy then is left out: the lesson stands there without a teacher, which the office sees, and the change
 * itself is not undone. Returns how many lessons changed.
 */
export async function recountLessons(ctx: Ctx, orgId: string) {
  await extendTimeouts(ctx.db, 5)
  await lockLessons(ctx.db, orgId)
  const today = dayOf(ctx.now)
  // A term that ended early may have left lessons for the days that it lost.
  const terms = (await listOrgTerms(ctx, orgId)).filter(({ endsOn }) => endsOn >= addDays(today, -shortenedAtMost))
  let changed = 0
  let withoutTeacher = 0
  for (const { id } of terms) {
    const { diff } = await findLessonDiff(ctx, orgId, id, today)
    const { added, removed, busy } = leaveAsStored(await leaveOutBusy(ctx, diff), diff.removed)
    await storeLessons(ctx, orgId, { added, removed })
    changed += Math.max(added.length, removed.length)
    withoutTeacher += busy
  }
  return { changed, withoutTeacher }
}

interface FreeLesson extends PlannedLesson {
  /** A teacher was left out. */
  isBusy: boolean
}

/** A lesson that has no teacher since an earlier count stays the same row, and the office is not told again. */
function leaveAsStored(added: readonly FreeLesson[], removed: readonly StoredLesson[]) {
  const stored = new Map(removed.map((lesson) => [keyOf(lesson.slotId, lesson.slotDay), lesson]))
  const isStored = (lesson: FreeLesson) => {
    const there = stored.get(keyOf(lesson.slotId, lesson.day))
    return there !== undefined && there.day === lesson.day && isSame(there, lesson)
  }
  const rest = added.filter((lesson) => !isStored(lesson))
  const kept = new Set(added.filter(isStored).map(({ slotId, day }) => keyOf(slotId, day)))
  return {
    added: rest,
    removed: removed.filter(({ slotId, slotDay }) => !kept.has(keyOf(slotId, slotDay))),
    busy: rest.filter(({ isBusy }) => isBusy).length,
  }
}

async function leaveOutBusy(ctx: Ctx, { added, removed }: LessonDiff): Promise<FreeLesson[]> {
  const freed = new Set(removed.map(({ id }) => id))
  const userIds = [...new Set(added.flatMap(({ teacherIds }) => teacherIds))]
  if (userIds.length === 0) return added.map((lesson) => ({ ...lesson, isBusy: false }))
  const days = added.map(({ day }) => day).toSorted()
  const known = await listBusy(ctx, userIds, startOfDay(days[0]!), startOfDay(addDays(days.at(-1)!, 1)))
  const taken = new Map(
    userIds.map((userId) => [userId, [...(known.get(userId)?.duties ?? [])].filter(({ ref }) => !freed.has(ref))]),
  )
  return added.map((lesson) => {
    const span = toSpan(lesson)
    const teacherIds = lesson.teacherIds.filter((userId) => {
      const duties = taken.get(userId)!
      if (duties.some((duty) => duty.startsAt < span.endsAt && duty.endsAt > span.startsAt)) return false
      duties.push({ id: '', userId, orgId: '', kind: lessonDuty, ref: '', ...span })
      return true
    })
    return { ...lesson, teacherIds, isBusy: teacherIds.length < lesson.teacherIds.length }
  })
}
