import type { IsolationCase, World } from '#packages/testing'
import { aCover, aCoveredSchool } from '#engines/cover/server/example.ts'
import type { coverRecordApi } from '../contract-records.ts'

export interface PreparedRecords {
  recordId: string
}

/** Part of `isolation.ts`. Class teachers read the lessons of their own classes, so they get a list without others. */
export const recordCases: { readonly [Name in keyof typeof coverRecordApi]: IsolationCase<PreparedRecords> } = {
  list: { owner: 1, teacher: -6, otherClassHead: 1, otherSchoolAdmin: 1, otherDistrictAdmin: -6 },
  get: {
    owner: 1,
    teacher: -6,
    otherClassHead: -5,
    otherSchoolAdmin: -5,
    otherDistrictAdmin: -6,
    request: (_, { recordId }) => ({ query: { id: recordId } }),
  },
}

export async function prepareRecords({ database, home, owner }: World): Promise<PreparedRecords> {
  const leg = await database.as(owner, async (ctx) => {
    const school = await aCoveredSchool(ctx, home.school)
    return aCover(ctx, school, { day: school.term.startsOn, from: school.idOf('语文'), to: school.idOf('数学') })
  })
  return { recordId: leg.id }
}
