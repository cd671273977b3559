import type { BodyOf, DataOf } from '#packages/contract'
import { call } from '#packages/web/core/call.ts'
import type { QueryDefinition } from '#packages/web/core/query-client.ts'
import { queryOf } from '#packages/web/core/query-of.ts'
import { orgApi } from '#kernel/org/contract.ts'
import { accessApi, type RoleForm } from '../contract.ts'

/** Role changes can affect every query of these pages, so all are invalidated together. */
export const roleKey = ['access', 'role'] as const

export type OrgRoles = DataOf<typeof accessApi.roles>
export type FunctionCatalogue = DataOf<typeof accessApi.functions>
export type RoleChangePage = DataOf<typeof accessApi.roleHistory>
export type RoleMenuPreview = DataOf<typeof accessApi.previewRole>
export type DutySeparation = DataOf<typeof accessApi.separation>
export type RolesOfUser = DataOf<typeof accessApi.rolesOfUser>
export type AccessPerson = DataOf<typeof accessApi.findPeople>[number]

/** Without an organisation, the caller's own. */
export const rolesQuery = (orgId: string | null) => queryOf([...roleKey, 'list'], accessApi.roles, { query: { orgId } })

export const functionsQuery = queryOf(roleKey, accessApi.functions)

export const roleDetailQuery = (id: string) => queryOf(roleKey, accessApi.role, { query: { id } })

export const roleImpactQuery = (form: RoleForm) => queryOf(roleKey, accessApi.roleDifference, { body: form })

export const roleMenuPreviewQuery = (id: string) => queryOf(roleKey, accessApi.previewRole, { query: { id } })

export const roleHistoryQuery = (id: string, pageNumber: number, pageSize: number) =>
  queryOf(roleKey, accessApi.roleHistory, { query: { id, pageNumber, pageSize } })

interface RoleMemberFilter {
  id: string
  keyword: string
  pageNumber: number
  pageSize: number
}

export const roleMembersQuery = (filter: RoleMemberFilter) => queryOf(roleKey, accessApi.members, { query: filter })

export const dutySeparationQuery = queryOf(roleKey, accessApi.separation)

export const userRolesQuery = (userId: string) => queryOf(roleKey, accessApi.rolesOfUser, { query: { userId } })

/** People to assign a role to or to ask about, by name or initials. */
export const personSearchQuery = (keyword: string, orgId: string | null) =>
  queryOf(roleKey, accessApi.findPeople, { body: { keyword, orgId } })

/** The name of an organisation by its id. */
export const orgNameQuery = (id: string): QueryDefinition<string> => ({
  queryKey: [...roleKey, 'org-name', id],
  queryFn: async ({ signal }) => (await call(orgApi.detail, { query: { fid: id }, signal })).name,
})

export const saveRole = (form: RoleForm) => call(accessApi.saveRole, { body: form })
export const copyRole = (body: BodyOf<typeof accessApi.copyRole>) => call(accessApi.copyRole, { body })
export const deleteRole = (id: string, version: number) => call(accessApi.deleteRole, { body: { id, version } })
export const restoreRole = (id: string, changeId: string, version: number) =>
  call(accessApi.restoreRole, { body: { id, changeId, version } })
export const setRoleMembers = (body: BodyOf<typeof accessApi.setMembers>) => call(accessApi.setMembers, { body })
export const setAudience = (body: BodyOf<typeof accessApi.setAudience>) => call(accessApi.setAudience, { body })
export const removeAudience = (audienceId: string) => call(accessApi.removeAudience, { body: { audienceId } })
export const setRolesOfUser = (body: BodyOf<typeof accessApi.setRolesOfUser>) =>
  call(accessApi.setRolesOfUser, { body })
export const setDutySeparation = (isOn: boolean) => call(accessApi.separate, { body: { isOn } })
