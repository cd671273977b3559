import type { World } from '#packages/testing'

// The use of the home school is for those who read statistics there; for those of another school it does not exist.
const ofSchool = { owner: 1, teacher: -6, otherClassHead: -6, otherSchoolAdmin: -5, otherDistrictAdmin: -5 }
const ofHome = ({ home }: World) => ({ query: { orgId: home.school.id } })

export const appStatCases = {
  appStat: { ...ofSchool, request: ofHome },
  appStatSheet: { ...ofSchool, request: ofHome },
  appStatFacts: { ...ofSchool, otherSchoolAdmin: 1, otherDistrictAdmin: 1 },
  subscribe: { ...ofSchool, request: ({ home }: World) => ({ body: { orgId: home.school.id, isOn: true } }) },
}
