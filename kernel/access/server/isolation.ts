import { defineIsolation, type World } from '#packages/testing'
import { accessApi } from '../contract.ts'
import { explainAccessCases } from './explain-access-isolation.ts'
import { prepareRole, roleCases, type PreparedRole } from './roles-isolation.ts'

const appointerCases = { teacher: -6, otherClassHead: -6, otherSchoolAdmin: -5, otherDistrictAdmin: -5 }
const homeSchoolQuery = (world: World) => ({ orgId: world.home.school.id })

export default defineIsolation<typeof accessApi, PreparedRole>(
  accessApi,
  {
    ...roleCases,
    ...explainAccessCases,
    // Limited to the caller's scope.
    watch: { owner: 1, teacher: -6, otherClassHead: -6, otherSchoolAdmin: 1, otherDistrictAdmin: 1 },
    menu: {
      owner: 1,
      teacher: 1,
      otherClassHead: 1,
      otherSchoolAdmin: 1,
      otherDistrictAdmin: 1,
      pupil: 1,
      guardian: 1,
    },
    // Every caller sees the administrators of her own organisation.
    administrators: { owner: 1, teacher: 1, otherClassHead: 1, otherSchoolAdmin: 1, otherDistrictAdmin: 1 },
    administratorsOfOrg: { ...appointerCases, owner: 1, request: (world) => ({ query: homeSchoolQuery(world) }) },
    inviteAdministrator: {
      ...appointerCases,
      owner: 1,
      request: (world) => ({ body: { ...homeSchoolQuery(world), userId: world.owner.userId, name: '', mobile: '' } }),
    },
    // The owner is the only administrator, so she cannot remove herself.
    removeAdministrator: {
      ...appointerCases,
      owner: 0,
      request: (world) => ({ body: { ...homeSchoolQuery(world), userId: world.owner.userId } }),
    },
  },
  prepareRole,
)
