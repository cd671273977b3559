import { defineIsolation, type World } from '#packages/testing'
import { orgApi } from '../contract.ts'

// A reader of her own tree gets it, however she asks; somebody else's school does not exist for her.
const ownTree = { owner: 1, teacher: -6, otherClassHead: -6, otherSchoolAdmin: 1, otherDistrictAdmin: 1 }
const thisSchool = { ...ownTree, otherSchoolAdmin: -5, otherDistrictAdmin: -5 }
const below = (world: World) => ({ query: { parentId: world.home.school.id } })

const closing = (world: World) => ({
  body: { targets: { ids: [world.home.school.departmentId] }, isForbidden: true },
})

export default defineIsolation(orgApi, {
  // Only those of the district may visit schools.
  baseTree: { owner: -6, teacher: -6, otherClassHead: -6, otherSchoolAdmin: -6, otherDistrictAdmin: 1 },
  all: ownTree,
  tree: { ...thisSchool, request: below },
  list: { ...thisSchool, request: below },
  detail: { ...thisSchool, request: (world) => ({ query: { fid: world.home.school.id } }) },
  search: { ...thisSchool, request: (world) => ({ query: { parentId: world.home.school.id, within: 'below' } }) },
  add: {
    ...thisSchool,
    request: (world) => ({ body: { fParentID: world.home.school.id, fName: '档案室', fOrgType: 7 } }),
  },
  edit: {
    ...thisSchool,
    request: (world) => ({
      body: {
        ...{ fOrgID: world.home.school.departmentId, fParentID: world.home.school.id, fOrgType: 7 },
        fName: world.home.school.secrets[0] + '教务处',
      },
    }),
  },
  forbidPreview: { ...thisSchool, request: closing },
  forbid: { ...thisSchool, request: closing },
  summary: ownTree,
  mine: { ...ownTree, teacher: 1, otherClassHead: 1 },
})
