import { defineIsolation, type World } from '#packages/testing'
import { orgApi } from '../contract.ts'

// A reader of her own tree gets it, however she asks; somebody else's school does not exist for her.
const ownTree = { owner: 1, teacher: -6, otherClassHead: -6, otherSchoolAdmin: 1, otherDistrictAdmin: 1 }
const thisSchool = { ...ownTree, otherSchoolAdmin: -5, otherDistrictAdmin: -5 }
const below = (world: World) => ({ query: { parentId: world.home.school.id } })

export default defineIsolation(orgApi, {
  // Only those of the district may visit schools.
  baseTree: { owner: -6, teacher: -6, otherClassHead: -6, otherSchoolAdmin: -6, otherDistrictAdmin: 1 },
  all: ownTree,
  tree: { ...thisSchool, request: below },
  list: { ...thisSchool, request: below },
  detail: { ...thisSchool, request: (world) => ({ query: { fid: world.home.school.id } }) },
})
