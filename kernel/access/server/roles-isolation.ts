import type { IsolationCase, World } from '#packages/testing'
import type { RoleForm } from '../contract.ts'
import type { memberRoutes } from '../contract-members.ts'
import type { roleRoutes } from '../contract-roles.ts'
import { setRoleMembers } from './service/role-members.ts'
import { setAudience } from './service/role-audiences.ts'
import { readRoleHistory } from './service/role-history.ts'
import { getRole } from './service/roles.ts'
import { saveRole } from './service/save-role.ts'

// A role of the home school is visible only to its administrator.
const thisSchool = { owner: 1, teacher: -6, otherClassHead: -6, otherSchoolAdmin: -5, otherDistrictAdmin: -5 }
const everyAdministrator = { owner: 1, teacher: -6, otherClassHead: -6, otherSchoolAdmin: 1, otherDistrictAdmin: 1 }

export interface PreparedRole {
  id: string
  version: number
  audienceId: string
  changeId: string
  form: RoleForm
}
type RoleCase = IsolationCase<PreparedRole>

const byId = (_: World, { id }: PreparedRole) => ({ query: { id } })
const paged = (_: World, { id }: PreparedRole) => ({ query: { id, pageNumber: '1', pageSize: '20' } })
const member = (world: World) => world.owner.userId

export const roleCases: { readonly [Name in keyof (typeof roleRoutes & typeof memberRoutes)]: RoleCase } = {
  roles: { ...thisSchool, request: (world) => ({ query: { orgId: world.home.school.id } }) },
  functions: everyAdministrator,
  role: { ...thisSchool, request: byId },
  roleDifference: { ...thisSchool, request: (_, { form }) => ({ body: { ...form, parentId: '' } }) },
  saveRole: { ...thisSchool, request: (_, { form }) => ({ body: { ...form, parentId: '', remark: '改过' } }) },
  copyRole: {
    ...thisSchool,
    request: (world, { id }) => ({ body: { id, orgId: world.home.school.id, name: '副本' } }),
  },
  // The role has a holder, so not even the school's administrator can delete it.
  deleteRole: { ...thisSchool, owner: 0, request: (_, { id, version }) => ({ body: { id, version } }) },
  previewRole: { ...thisSchool, request: byId },
  roleHistory: { ...thisSchool, request: paged },
  // The version is the one before `saveRole` above, so the answer is that somebody changed the role.
  restoreRole: {
    ...thisSchool,
    owner: -9,
    request: (_, { id, changeId, version }) => ({ body: { id, changeId, version: version + 100 } }),
  },
  members: { ...thisSchool, request: paged },
  setMembers: {
    ...thisSchool,
    request: (world, { id }) => ({ body: { id, add: [member(world)], remove: [], from: null, to: null } }),
  },
  setAudience: {
    ...thisSchool,
    request: (world, { id }) => ({
      body: { id, orgId: world.home.school.departmentId, includesBelow: true, post: '', from: null, to: null },
    }),
  },
  removeAudience: { ...thisSchool, request: (_, { audienceId }) => ({ body: { audienceId } }) },
  rolesOfUser: { ...thisSchool, request: (world) => ({ query: { userId: member(world) } }) },
  setRolesOfUser: {
    ...thisSchool,
    request: (world, { id }) => ({ body: { userId: member(world), add: [id], remove: [] } }),
  },
  separation: everyAdministrator,
  // Only for district administrators; the other two duties have no holder yet.
  separate: {
    owner: -6,
    teacher: -6,
    otherClassHead: -6,
    otherSchoolAdmin: -6,
    otherDistrictAdmin: 0,
    request: () => ({ body: { isOn: true } }),
  },
}

/** A role of the home school with a holder, and with a change that can be restored. */
export const prepareRole = ({ database, home, owner }: World): Promise<PreparedRole> =>
  database.as(owner, async (ctx) => {
    const functions = [{ code: 'org.read', scope: 'org' as const, orgIds: [] }]
    const made = { id: null, orgId: home.school.id, name: '德育干事', remark: '', parentId: null, version: 0 }
    const { id } = await saveRole(ctx, { ...made, functions, hiddenFields: [] })
    const form = { ...made, id, version: 1, functions: [], hiddenFields: [] }
    const { version } = await saveRole(ctx, form)
    const given = { id, from: null, to: null }
    await setRoleMembers(ctx, { ...given, add: [owner.userId], remove: [] })
    await setAudience(ctx, { ...given, orgId: home.school.id, includesBelow: true, post: '' })
    const { items } = await readRoleHistory(ctx, { id, pageNumber: 1, pageSize: 20 })
    const { audiences } = await getRole(ctx, id)
    const changeId = items.find(({ mayRestore }) => mayRestore)!.id
    return { id, version, changeId, audienceId: audiences[0]!.id, form: { ...form, version } }
  })
