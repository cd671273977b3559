import { defineIsolation, type World } from '#packages/testing'
import { orgApi } from '../contract.ts'
import { addOrganisation } from './service/edit-organisation.ts'

// A reader gets her own tree, whatever the parameters; another school is not found.
const ownTree = { owner: 1, teacher: -6, otherClassHead: -6, otherSchoolAdmin: 1, otherDistrictAdmin: 1 }
const thisSchool = { ...ownTree, otherSchoolAdmin: -5, otherDistrictAdmin: -5 }
const below = (world: World) => ({ query: { parentId: world.home.school.id } })

const disableRequest = (world: World) => ({
  body: { targets: { ids: [world.home.school.departmentId] }, isDisabled: true },
})

/** Two departments of the home school, for moving and sorting. */
async function prepare({ database, home, owner }: World) {
  const add = (name: string) =>
    database.as(owner, (ctx) => addOrganisation(ctx, { name, type: 'department', parentId: home.school.id }))
  return { moved: (await add('档案组')).id, target: (await add('综合办公室')).id }
}
type Extra = Awaited<ReturnType<typeof prepare>>

// Merging is for district administrators only.
const districtOnly = { owner: -6, teacher: -6, otherClassHead: -6, otherSchoolAdmin: -6, otherDistrictAdmin: -5 }
const merging = ({ home }: World) => ({ body: { fromId: home.school.id, toId: home.otherSchool.id } })
const deleting = ({ home }: World) => ({ body: { fOrgID: home.school.id } })
const joining = ({ home }: World) => ({ body: { orgId: home.school.id } })
const everybody = {
  owner: 1,
  teacher: 1,
  otherClassHead: 1,
  otherSchoolAdmin: 1,
  otherDistrictAdmin: 1,
  pupil: 1,
  guardian: 1,
}

export default defineIsolation<typeof orgApi, Extra>(
  orgApi,
  {
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
          fOrgID: world.home.school.departmentId,
          fParentID: world.home.school.id,
          fOrgType: 7,
          fName: world.home.school.secrets[0] + '教务处',
        },
      }),
    },
    // No administrator deletes her own school or changes its address.
    remove: { ...thisSchool, owner: 0, request: deleting },
    removeByPost: { ...thisSchool, owner: 0, request: deleting },
    // The owner sends an old version; the success case has its own test.
    setSwitches: {
      ...thisSchool,
      owner: -9,
      request: ({ home }) => ({
        body: {
          orgId: home.school.id,
          version: 900,
          skipsRepairAudit: true,
          skipsAdjustAudit: false,
          diskOpenToAll: false,
          classesByAcademic: false,
        },
      }),
    },
    setSort: { ...thisSchool, request: (world) => ({ body: { orgId: world.home.school.departmentId, type: 4 } }) },
    move: {
      ...thisSchool,
      request: (_, { moved, target }) => ({ body: { id: moved, parentId: target, version: 1 } }),
    },
    history: { ...thisSchool, request: (world) => ({ query: { id: world.home.school.id } }) },
    mergePreview: { ...districtOnly, request: merging },
    merge: { ...districtOnly, request: merging },
    split: {
      ...districtOnly,
      request: ({ home }) => ({
        body: { id: home.school.id, name: '分校', type: 'school', departmentIds: [home.school.departmentId] },
      }),
    },
    setHost: {
      ...thisSchool,
      owner: 0,
      request: ({ home }) => ({ body: { orgId: home.school.id, host: 'school.example.cn' } }),
    },
    newJoinCode: { ...thisSchool, request: joining },
    dropJoinCode: { ...thisSchool, request: joining },
    areaTree: everybody,
    areaTreeOfUsers: everybody,
    disablePreview: { ...thisSchool, request: disableRequest },
    disable: { ...thisSchool, request: disableRequest },
    summary: ownTree,
    mine: { ...ownTree, teacher: 1, otherClassHead: 1 },
  },
  prepare,
)
