import { addDays, dayOf } from '#packages/core'
import type { IsolationCase, World } from '#packages/testing'
import { aCoverRequest } from '#engines/cover/server/example.ts'
import { listLessonFacts } from '#engines/timetable/server/api.ts'
import { lessonsOnDay } from '#engines/timetable/server/example.ts'
import { aTeacher } from '#kernel/staff/server/example.ts'

interface SeenLesson {
  lessonId: string
  seenAt: string
}
export interface CoverOfficeFacts {
  lessons: Record<'assigned' | 'asked', SeenLesson>
  pastLessonId: string
  /** A colleague without lessons. */
  helperId: string
  ids: Record<'cancelled' | 'kept' | 'audited', string>
}

// Whoever arranges the lessons of the school; for those of others its lessons and requests are not there. A bureau
// arranges no lessons.
const office = { owner: 1, teacher: -6, otherClassHead: -6, otherSchoolAdmin: -5, otherDistrictAdmin: -6 }

type Name = 'assign' | 'ask' | 'cancel' | 'keep' | 'backfill' | 'audit'
export const coverOfficeCases: Record<Name, IsolationCase<CoverOfficeFacts>> = {
  assign: {
    ...office,
    request: (_, { lessons, helperId }) => ({
      body: { lessons: [{ ...lessons.assigned, kind: 'substitute', userId: helperId }] },
    }),
  },
  ask: {
    ...office,
    request: (_, { lessons }) => ({
      body: { lessons: [{ ...lessons.asked, kind: 'substitute', askMode: 'office' }], source: 'office' },
    }),
  },
  cancel: { ...office, request: (_, { ids }) => ({ body: { ids: [ids.cancelled], reason: '教师已返校' } }) },
  keep: { ...office, request: (_, { ids }) => ({ body: { ids: [ids.kept] } }) },
  backfill: {
    ...office,
    request: (_, { pastLessonId, helperId }) => ({
      body: { lessonId: pastLessonId, kind: 'substitute', userId: helperId, source: 'sick', reason: '临时病假' },
    }),
  },
  audit: { ...office, request: (_, { ids }) => ({ body: { ids: [ids.audited], agree: true } }) },
}

export async function prepareCoverOffice({ database, home, owner }: World): Promise<CoverOfficeFacts> {
  const { id: orgId } = home.school
  const { teacher, ids, ...prepared } = await database.as(owner, async (ctx) => {
    const colleague = await aTeacher(ctx, { at: home.school, since: '2020-08-01' })
    const helper = await aTeacher(ctx, { at: home.school, since: '2020-08-01' })
    const today = dayOf(ctx.now)
    const of = { orgId, userId: colleague.userId }
    const coming = await lessonsOnDay(ctx, {
      ...of,
      day: addDays(today, 4),
      daysLeft: 4,
      count: 5,
      startYear: 2009,
    })
    const [past] = await lessonsOnDay(ctx, { ...of, day: addDays(today, -2), count: 1, startYear: 2010 })
    const facts = await listLessonFacts(ctx, coming)
    const seen = (at: number): SeenLesson => ({
      lessonId: coming[at]!,
      seenAt: facts.get(coming[at]!)!.seenAt.toISOString(),
    })
    return {
      teacher: colleague,
      ids: coming.slice(2),
      lessons: { assigned: seen(0), asked: seen(1) },
      pastLessonId: past!,
      helperId: helper.userId,
    }
  })
  const [cancelled, kept, audited] = await database.as(teacher, async (ctx) => [
    await aCoverRequest(ctx, { lessonId: ids[0]!, askMode: 'office' }),
    await aCoverRequest(ctx, { lessonId: ids[1]!, askMode: 'office' }),
    // Nobody is asked about a lesson that is dropped: it waits for the audit.
    await aCoverRequest(ctx, { lessonId: ids[2]!, kind: 'cancel', cancelReason: 'exam' }),
  ])
  return { ...prepared, ids: { cancelled: cancelled!, kept: kept!, audited: audited! } }
}
