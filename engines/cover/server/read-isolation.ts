import { twoLessons } from '#engines/timetable/server/example.ts'
import type { IsolationCase, World } from '#packages/testing'

export interface CoverReadFacts {
  day: string
  /** The owner gives it. */
  lessonId: string
}

// Each caller reads the own lessons, and of those of others nothing.
const everybody = { owner: 1, teacher: 1, otherClassHead: 1, otherSchoolAdmin: 1, otherDistrictAdmin: 1 }
const owner = { owner: 1, teacher: -5, otherClassHead: -5, otherSchoolAdmin: -5, otherDistrictAdmin: -5 }

export const coverReadCases: Record<
  'myLessons' | 'swaps' | 'places' | 'candidates' | 'recommend',
  IsolationCase<CoverReadFacts>
> = {
  myLessons: { ...everybody, request: (_, { day }) => ({ query: { from: day, to: day } }) },
  candidates: { ...owner, request: (_, { lessonId }) => ({ query: { lessonIds: lessonId } }) },
  recommend: { ...owner, request: (_, { lessonId }) => ({ query: { lessonIds: lessonId } }) },
  swaps: { ...owner, request: (_, { day, lessonId }) => ({ query: { lessonId, from: day, to: day } }) },
  places: { ...owner, request: (_, { day, lessonId }) => ({ query: { lessonId, from: day, to: day } }) },
}

export const prepareCoverRead = async ({ database, home, owner: member }: World): Promise<CoverReadFacts> => {
  const { day, lessonIds } = await database.as(member, (ctx) =>
    twoLessons(ctx, { orgId: home.school.id, userId: member.userId }, 2006),
  )
  return { day, lessonId: lessonIds[0]! }
}
