import type { IsolationCase, World } from '#packages/testing'
import { twoLessons } from '#engines/timetable/server/example.ts'

export interface OfficeReadFacts {
  day: string
  userId: string
  lessonId: string
}

const office = { owner: 1, teacher: -6, otherClassHead: -6, otherSchoolAdmin: -5, otherDistrictAdmin: -6 }

export const officeReadCases: Record<
  'today' | 'impact' | 'officeCandidates' | 'officeRecommend' | 'officeSwaps' | 'officePlaces',
  IsolationCase<OfficeReadFacts>
> = {
  today: { ...office, request: ({ home }, { day }) => ({ query: { orgId: home.school.id, date: day } }) },
  impact: { ...office, request: (_, { day, userId }) => ({ query: { userId, from: day, to: day } }) },
  officeCandidates: { ...office, request: (_, { lessonId }) => ({ query: { lessonIds: lessonId } }) },
  officeRecommend: { ...office, request: (_, { lessonId }) => ({ query: { lessonIds: lessonId } }) },
  officeSwaps: { ...office, request: (_, { day, lessonId }) => ({ query: { lessonId, from: day, to: day } }) },
  officePlaces: { ...office, request: (_, { day, lessonId }) => ({ query: { lessonId, from: day, to: day } }) },
}

export const prepareOfficeRead = async ({ database, home, owner }: World): Promise<OfficeReadFacts> => {
  const { userId } = owner
  const { day, lessonIds } = await database.as(owner, (ctx) => twoLessons(ctx, { orgId: home.school.id, userId }, 2007))
  return { day, userId, lessonId: lessonIds[0]! }
}
