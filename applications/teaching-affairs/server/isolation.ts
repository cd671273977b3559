import { defineIsolation } from '#packages/testing'
import { aTeacher } from '#kernel/staff/server/example.ts'
import { teachingAffairsApi } from '../contract.ts'

// Whoever assigns roles in the school; for administrators of another school its people do not exist.
const administrators = { owner: 1, teacher: -6, otherClassHead: -6, otherSchoolAdmin: -5, otherDistrictAdmin: -5 }

export default defineIsolation<typeof teachingAffairsApi, { userId: string }>(
  teachingAffairsApi,
  {
    overview: { owner: 1, teacher: 1, otherClassHead: 1, otherSchoolAdmin: 1, otherDistrictAdmin: 1 },
    people: { ...administrators, otherSchoolAdmin: 1, otherDistrictAdmin: 1 },
    rights: { ...administrators, request: (_, { userId }) => ({ query: { userId } }) },
    saveRights: {
      ...administrators,
      request: (_, { userId }) => ({ body: { userId, version: 0, permissions: [] } }),
    },
  },
  async ({ database, home, owner }) => ({
    userId: await database.as(
      owner,
      async (ctx) => (await aTeacher(ctx, { name: '教务干事', at: home.school })).userId,
    ),
  }),
)
