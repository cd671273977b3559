import type { BodyOf, DataOf } from '#packages/contract'
import { call } from '#packages/web/core/call.ts'
import type { QueryDefinition } from '#packages/web/core/query-client.ts'
import { queryOf } from '#packages/web/core/query-of.ts'
import type { ListQuery, Targets } from '#packages/web/desk/list/list-spec.ts'
import { accessApi } from '#kernel/access/contract.ts'
import { contactsApi } from '#kernel/contacts/contract.ts'
import { catalogueApi, type AuditorType } from '../contract.ts'

export const grantKey = ['catalogue', 'grants'] as const

/** The categories with the applications that the caller may grant. */
export const appTree = queryOf(grantKey, catalogueApi.getTree)

/** All organisations in the caller's scope with their state for one application. */
export const orgGrantsQuery = (appKey: string) =>
  queryOf(grantKey, catalogueApi.getAppOrgRelationTree, { query: { appKey } })

export type UserRelations = DataOf<typeof catalogueApi.getUserRelations>
export const userRelationsQuery = (key: string) => queryOf(grantKey, catalogueApi.getUserRelations, { query: { key } })

export type RelationKind = 1 | 2 | 3
export const objectAppsQuery = (type: RelationKind, objectId: string) =>
  queryOf(grantKey, catalogueApi.getAppRelationTree, { query: { type, objectId } })
export const saveObjectApps = (type: RelationKind, objectId: string, appKeys: string[]) =>
  call(catalogueApi.saveAppRelation, { body: { type, objectId, appKeys } })

export type GrantPreviewBody = BodyOf<typeof catalogueApi.relationPreview>
export type GrantImpact = DataOf<typeof catalogueApi.relationPreview>
/** Previews who gains or loses the application; without changes, how many people see it now. */
export const grantImpactQuery = (body: GrantPreviewBody) => queryOf(grantKey, catalogueApi.relationPreview, { body })

export interface GrantDays {
  from: string | null
  to: string | null
}

/** Saves the changed parts of the grants of an application. */
export async function saveGrants({ key, orgs, roleIds, userIds }: GrantPreviewBody, days: GrantDays) {
  if (orgs.length > 0) await call(catalogueApi.saveAppRelation2, { body: { type: 1, key, orgs, ...days } })
  if (roleIds) await call(catalogueApi.saveAppRelation3, { body: { type: 2, key, objectIds: roleIds, ...days } })
  if (userIds) await call(catalogueApi.saveAppRelation3, { body: { type: 3, key, objectIds: userIds, ...days } })
}

export interface RoleChoice {
  id: string
  name: string
  /** Empty for a role of the district. */
  orgName: string
  memberCount: number
}
/** The roles of the district and of the current organisation. */
export const roleChoices: QueryDefinition<RoleChoice[]> = {
  queryKey: [...grantKey, 'roles'],
  queryFn: async ({ signal }) => {
    const { roles } = await call(accessApi.roles, { query: { orgId: null }, signal })
    return roles.map(({ id, name, orgId, orgName, memberCount }) => ({
      id,
      name,
      orgName: orgId ? orgName : '',
      memberCount,
    }))
  },
}

/** Staff by name, pinyin or initials, once per membership; only those in the caller's scope. */
export const peopleQuery = (
  keyword: string,
  { orgId, direction }: { orgId: string | null; direction: 'below' | 'above' } = { orgId: null, direction: 'below' },
) => queryOf(grantKey, accessApi.findPeople, { body: { keyword, orgId, direction } })
export const personNameQuery = (userId: string): QueryDefinition<string> => ({
  queryKey: [...grantKey, 'person', userId],
  queryFn: async ({ signal }) => (await call(contactsApi.person, { query: { userId }, signal })).name,
})

export type ExpiringGrant = DataOf<typeof catalogueApi.expiring>['items'][number]
export const expiringGrantPage = ({ pageNumber, pageSize }: ListQuery) =>
  queryOf(grantKey, catalogueApi.expiring, { query: { pageNumber, pageSize } })

/** "Select all" covers the first pages only, because the server refuses more at once. */
const maxExtended = 200

async function listGrantIds(targets: Targets) {
  if ('ids' in targets) return [...targets.ids]
  const { items } = await call(catalogueApi.expiring, { query: { pageNumber: 1, pageSize: maxExtended } })
  return items.map(({ id }) => id).filter((id) => !targets.except.includes(id))
}
export const extendGrants = async (targets: Targets, to: string | null) =>
  call(catalogueApi.prolong, { body: { ids: await listGrantIds(targets), to } })

export const auditorsQuery = (auditorType: AuditorType, orgId: string | null) =>
  queryOf(grantKey, catalogueApi.appPerUser, { query: { auditorType, orgId } })
export type AuditorDuty = DataOf<typeof catalogueApi.auditorDuties>[number]
export const auditorDutiesQuery = queryOf(grantKey, catalogueApi.auditorDuties)
export const saveAuditors = (auditorType: AuditorType, orgId: string | null, userIds: string[]) =>
  call(catalogueApi.saveAppPer, { body: { auditorType, orgId, userIds } })

export type AcademicStaffData = DataOf<typeof catalogueApi.jiaoWuUser>
export const academicStaffQuery = queryOf(grantKey, catalogueApi.jiaoWuUser)
export const saveAcademicStaff = (classInJiaowu: boolean, userIds: string[]) =>
  call(catalogueApi.saveJiaoWu, { body: { classInJiaowu, userIds } })
