import type { BodyOf, DataOf, Page } from '#packages/contract'
import { call } from '#packages/web/core/call.ts'
import type { Reading } from '#packages/web/core/query-client.ts'
import { orgApi } from '#kernel/org/contract.ts'
import { accessApi, type RoleDetail, type RoleDifference, type RoleForm, type RoleMember } from '../contract.ts'

/** Whatever is changed about roles may be seen anywhere on these pages: all of it is read again together. */
export const roleKey = ['access', 'role'] as const

export type Roles = DataOf<typeof accessApi.roles>
export type Catalogue = DataOf<typeof accessApi.functions>
export type History = DataOf<typeof accessApi.roleHistory>
export type Preview = DataOf<typeof accessApi.previewRole>
export type Separation = DataOf<typeof accessApi.separation>
export type RolesOfUser = DataOf<typeof accessApi.rolesOfUser>
export type Person = DataOf<typeof accessApi.findPeople>[number]

/** Without an organisation it is the one where one is. */
export const rolesOf = (orgId: string | null): Reading<Roles> => ({
  queryKey: [...roleKey, 'list', orgId],
  queryFn: ({ signal }) => call(accessApi.roles, { query: { orgId }, signal }),
})

export const catalogue: Reading<Catalogue> = {
  queryKey: [...roleKey, 'functions'],
  queryFn: ({ signal }) => call(accessApi.functions, { signal }),
}

export const roleDetail = (id: string): Reading<RoleDetail> => ({
  queryKey: [...roleKey, 'detail', id],
  queryFn: ({ signal }) => call(accessApi.role, { query: { id }, signal }),
})

export const differenceOf = (form: RoleForm): Reading<RoleDifference> => ({
  queryKey: [...roleKey, 'difference', form],
  queryFn: ({ signal }) => call(accessApi.roleDifference, { body: form, signal }),
})

export const previewOf = (id: string): Reading<Preview> => ({
  queryKey: [...roleKey, 'preview', id],
  queryFn: ({ signal }) => call(accessApi.previewRole, { query: { id }, signal }),
})

export const historyOf = (id: string, pageNumber: number, pageSize: number): Reading<History> => ({
  queryKey: [...roleKey, 'history', id, pageNumber],
  queryFn: ({ signal }) => call(accessApi.roleHistory, { query: { id, pageNumber, pageSize }, signal }),
})

interface MembersAsked {
  id: string
  keyword: string
  pageNumber: number
  pageSize: number
}

export const membersOf = (asked: MembersAsked): Reading<Page<RoleMember>> => ({
  queryKey: [...roleKey, 'members', asked],
  queryFn: ({ signal }) => call(accessApi.members, { query: asked, signal }),
})

export const separation: Reading<Separation> = {
  queryKey: [...roleKey, 'separation'],
  queryFn: ({ signal }) => call(accessApi.separation, { signal }),
}

export const rolesOfUser = (userId: string): Reading<RolesOfUser> => ({
  queryKey: [...roleKey, 'of-user', userId],
  queryFn: ({ signal }) => call(accessApi.rolesOfUser, { query: { userId }, signal }),
})

/** People to give a role to or to ask about, by name or initials. */
export const foundPeople = (keyword: string, orgId: string | null): Reading<Person[]> => ({
  queryKey: [...roleKey, 'people', keyword, orgId],
  queryFn: ({ signal }) => call(accessApi.findPeople, { body: { keyword, orgId }, signal }),
})

/** What an organisation is called that is known by its id only. */
export const orgName = (id: string): Reading<string> => ({
  queryKey: [...roleKey, 'org-name', id],
  queryFn: async ({ signal }) => (await call(orgApi.detail, { query: { fid: id }, signal })).name,
})

export const saveRole = (form: RoleForm) => call(accessApi.saveRole, { body: form })
export const copyRole = (body: BodyOf<typeof accessApi.copyRole>) => call(accessApi.copyRole, { body })
export const deleteRole = (id: string, version: number) => call(accessApi.deleteRole, { body: { id, version } })
export const restoreRole = (id: string, changeId: string, version: number) =>
  call(accessApi.restoreRole, { body: { id, changeId, version } })
export const setMembers = (body: BodyOf<typeof accessApi.setMembers>) => call(accessApi.setMembers, { body })
export const setAudience = (body: BodyOf<typeof accessApi.setAudience>) => call(accessApi.setAudience, { body })
export const removeAudience = (audienceId: string) => call(accessApi.removeAudience, { body: { audienceId } })
export const setRolesOfUser = (body: BodyOf<typeof accessApi.setRolesOfUser>) =>
  call(accessApi.setRolesOfUser, { body })
export const separate = (isOn: boolean) => call(accessApi.separate, { body: { isOn } })
