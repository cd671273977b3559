import { addDays, dayOf } from '#packages/core'
import type { IsolationCase, World } from '#packages/testing'
import { lessonsOnDay } from '#engines/timetable/server/example.ts'
import { listLessonFacts } from '#engines/timetable/server/api.ts'
import { aTeacher } from '#kernel/staff/server/example.ts'
import { aCoverRequest } from './example.ts'

export interface CoverRequestFacts {
  /** Of the owner. */
  lesson: { lessonId: string; seenAt: string }
  ids: Record<'read' | 'withdrawn' | 'answered' | 'claimed', string>
}

// Whoever has the lesson, or is asked; for others neither is there.
const hers = { owner: 1, teacher: -5, otherClassHead: -5, otherSchoolAdmin: -5, otherDistrictAdmin: -5 }
const everybody = { owner: 1, teacher: 1, otherClassHead: 1, otherSchoolAdmin: 1, otherDistrictAdmin: 1 }

type Name = 'apply' | 'requests' | 'detail' | 'respond' | 'claim' | 'withdraw'
export const coverRequestCases: Record<Name, IsolationCase<CoverRequestFacts>> = {
  apply: {
    ...hers,
    request: (_, { lesson }) => ({
      body: { lessons: [{ ...lesson, kind: 'substitute', askMode: 'office' }], source: 'private', reason: '家中有事' },
    }),
  },
  requests: { ...everybody, request: () => ({ query: { box: 'own' } }) },
  detail: { ...hers, request: (_, { ids }) => ({ query: { id: ids.read } }) },
  respond: { ...hers, request: (_, { ids }) => ({ body: { ids: [ids.answered], agree: true } }) },
  claim: { ...hers, request: (_, { ids }) => ({ body: { id: ids.claimed } }) },
  withdraw: { ...hers, request: (_, { ids }) => ({ body: { id: ids.withdrawn } }) },
}

export async function prepareCoverRequests({ database, home, owner }: World): Promise<CoverRequestFacts> {
  const { id: orgId } = home.school
  const prepared = await database.as(owner, async (ctx) => {
    const day = addDays(dayOf(ctx.now), 3)
    const own = await lessonsOnDay(ctx, { orgId, userId: owner.userId, day, count: 3, startYear: 2007 })
    const colleague = await aTeacher(ctx, { at: home.school, since: '2020-08-01' })
    // At another time than the own ones.
    const theirs = await lessonsOnDay(ctx, {
      orgId,
      userId: colleague.userId,
      day: addDays(day, 1),
      count: 2,
      startYear: 2008,
    })
    const [read, withdrawn] = [own[1]!, own[2]!]
    const lesson = (await listLessonFacts(ctx, [own[0]!])).get(own[0]!)!
    return {
      lesson: { lessonId: lesson.id, seenAt: lesson.seenAt.toISOString() },
      own: {
        read: await aCoverRequest(ctx, { lessonId: read, askMode: 'office' }),
        withdrawn: await aCoverRequest(ctx, { lessonId: withdrawn, askMode: 'office' }),
      },
      theirs,
      colleague,
    }
  })
  const asked = await database.as(prepared.colleague, async (ctx) => ({
    answered: await aCoverRequest(ctx, { lessonId: prepared.theirs[0]!, askedIds: [owner.userId] }),
    claimed: await aCoverRequest(ctx, {
      lessonId: prepared.theirs[1]!,
      askMode: 'everybody',
      askedIds: [owner.userId],
    }),
  }))
  return { lesson: prepared.lesson, ids: { ...prepared.own, ...asked } }
}
