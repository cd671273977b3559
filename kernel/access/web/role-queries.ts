import type { BodyOf, DataOf, Page } from '#packages/contract'
import { call } from '#packages/web/core/call.ts'
import type { QueryDefinition } from '#packages/web/core/query-client.ts'
import { orgApi } from '#kernel/org/contract.ts'
import { accessApi, type RoleDetail, type RoleDifference, type RoleForm, type RoleMember } from '../contract.ts'

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
export const rolesQuery = (orgId: string | null): QueryDefinition<OrgRoles> => ({
  queryKey: [...roleKey, 'list', orgId],
  queryFn: ({ signal }) => call(accessApi.roles, { query: { orgId }, signal }),
})

export const functionsQuery: QueryDefinition<FunctionCatalogue> = {
  queryKey: [...roleKey, 'functions'],
  queryFn: ({ signal }) => call(accessApi.functions, { signal }),
}

export const roleDetailQuery = (id: string): QueryDefinition<RoleDetail> => ({
  queryKey: [...roleKey, 'detail', id],
  queryFn: ({ signal }) => call(accessApi.role, { query: { id }, signal }),
})

export const roleImpactQuery = (form: RoleForm): QueryDefinition<RoleDifference> => ({
  queryKey: [...roleKey, 'difference', form],
  queryFn: ({ signal }) => call(accessApi.roleDifference, { body: form, signal }),
})

export const roleMenuPreviewQuery = (id: string): QueryDefinition<RoleMenuPreview> => ({
  queryKey: [...roleKey, 'preview', id],
  queryFn: ({ signal }) => call(accessApi.previewRole, { query: { id }, signal }),
})

export const roleHistoryQuery = (
  id: string,
  pageNumber: number,
  pageSize: number,
): QueryDefinition<RoleChangePage> => ({
  queryKey: [...roleKey, 'history', id, pageNumber],
  queryFn: ({ signal }) => call(accessApi.roleHistory, { query: { id, pageNumber, pageSize }, signal }),
})

interface RoleMemberFilter {
  id: string
  keyword: string
  pageNumber: number
  pageSize: number
}

export const roleMembersQuery = (filter: RoleMemberFilter): QueryDefinition<Page<RoleMember>> => ({
  queryKey: [...roleKey, 'members', filter],
  queryFn: ({ signal }) => call(accessApi.members, { query: filter, signal }),
})

export const dutySeparationQuery: QueryDefinition<DutySeparation> = {
  queryKey: [...roleKey, 'separation'],
  queryFn: ({ signal }) => call(accessApi.separation, { signal }),
}

export const userRolesQuery = (userId: string): QueryDefinition<RolesOfUser> => ({
  queryKey: [...roleKey, 'of-user', userId],
  queryFn: ({ signal }) => call(accessApi.rolesOfUser, { query: { userId }, signal }),
})

/** People to assign a role to or to ask about, by name or initials. */
export const personSearchQuery = (keyword: string, orgId: string | null): QueryDefinition<AccessPerson[]> => ({
  queryKey: [...roleKey, 'people', keyword, orgId],
  queryFn: ({ signal }) => call(accessApi.findPeople, { body: { keyword, orgId }, signal }),
})

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
