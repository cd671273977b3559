import type { BodyOf, DataOf, Page } from '#packages/contract'
import { Ret } from '#packages/core'
import { call } from '#packages/web/core/call.ts'
import { CallError } from '#packages/web/core/call-error.ts'
import { daysIn } from '#packages/web/core/format/date-range.ts'
import type { Reading } from '#packages/web/core/query-client.ts'
import type { ListQuery, Targets } from '#packages/web/desk/list/spec.ts'
import { accessApi } from '#kernel/access/contract.ts'
import { directoryApi } from '#kernel/directory/contract.ts'
import {
  catalogueApi,
  type AppRequest,
  type AuditorType,
  type GrantedUser,
  type OrgRelation,
  type PermissionNode,
  type RelationTree,
} from '../contract.ts'

export const grantKey = ['catalogue', 'grants'] as const

/** The shelves with the applications that the caller decides about. */
export const appTree: Reading<PermissionNode[]> = {
  queryKey: [...grantKey, 'tree'],
  queryFn: ({ signal }) => call(catalogueApi.getTree, { signal }),
}

/** All organisations that the caller decides about, with what they have of one application. */
export const orgsOf = (appKey: string): Reading<OrgRelation[]> => ({
  queryKey: [...grantKey, 'orgs', appKey],
  queryFn: ({ signal }) => call(catalogueApi.getAppOrgRelationTree, { query: { appKey }, signal }),
})

export type Given = DataOf<typeof catalogueApi.getUserRelations>
export const givenOf = (key: string): Reading<Given> => ({
  queryKey: [...grantKey, 'given', key],
  queryFn: ({ signal }) => call(catalogueApi.getUserRelations, { query: { key }, signal }),
})

export type RelationKind = 1 | 2 | 3
export const appsOf = (type: RelationKind, objectId: string): Reading<RelationTree[]> => ({
  queryKey: [...grantKey, 'apps', type, objectId],
  queryFn: ({ signal }) => call(catalogueApi.getAppRelationTree, { query: { type, objectId }, signal }),
})
export const saveAppsOf = (type: RelationKind, objectId: string, appKeys: string[]) =>
  call(catalogueApi.saveAppRelation, { body: { type, objectId, appKeys } })

export type Wanted = BodyOf<typeof catalogueApi.relationPreview>
export type Impact = DataOf<typeof catalogueApi.relationPreview>
/** Who would see more or less of it; with nothing to change, how many see it now. */
export const impactOf = (wanted: Wanted): Reading<Impact> => ({
  queryKey: [...grantKey, 'impact', wanted],
  queryFn: ({ signal }) => call(catalogueApi.relationPreview, { body: wanted, signal }),
})

export interface Days {
  from: string | null
  to: string | null
}

/** All that was changed about an application: what of it is left as it is, is not sent. */
export async function saveGrants({ key, orgs, roleIds, userIds }: Wanted, days: Days) {
  if (orgs.length > 0) await call(catalogueApi.saveAppRelation2, { body: { type: 1, key, orgs, ...days } })
  if (roleIds) await call(catalogueApi.saveAppRelation3, { body: { type: 2, key, objectIds: roleIds, ...days } })
  if (userIds) await call(catalogueApi.saveAppRelation3, { body: { type: 3, key, objectIds: userIds, ...days } })
}

export interface RoleChoice {
  id: string
  name: string
  /** Empty: the district's. */
  orgName: string
  memberCount: number
}
/** The roles of the district and of the organisation one is in. */
export const roleChoices: Reading<RoleChoice[]> = {
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

/** Colleagues by name, pinyin or initials, once for each place; only those whom the caller may give something to. */
export const peopleNamed = (
  keyword: string,
  { orgId, side }: { orgId: string | null; side: 'below' | 'above' } = { orgId: null, side: 'below' },
): Reading<GrantedUser[]> => ({
  queryKey: [...grantKey, 'people', keyword, orgId, side],
  queryFn: ({ signal }) => call(accessApi.findPeople, { body: { keyword, orgId, side }, signal }),
})
export const personNamed = (userId: string): Reading<string> => ({
  queryKey: [...grantKey, 'person', userId],
  queryFn: async ({ signal }) => (await call(directoryApi.person, { query: { userId }, signal })).name,
})

export const requestPage = ({ filter, pageNumber, pageSize }: ListQuery): Reading<Page<AppRequest>> => ({
  queryKey: [...grantKey, 'requests', filter, pageNumber, pageSize],
  queryFn: ({ signal }) => {
    const status = (filter['status'] ?? '') as AppRequest['status'] | ''
    return call(catalogueApi.requests, { query: { status, ...daysIn(filter['days']), pageNumber, pageSize }, signal })
  },
})

/** One of them. It has no address of its own on the server: those that wait are few, and the others are history. */
export const requestDetail = (id: string): Reading<AppRequest> => ({
  queryKey: [...grantKey, 'request', id],
  queryFn: async ({ signal }) => {
    for (const status of ['waiting', ''] as const) {
      const { items } = await call(catalogueApi.requests, { query: { status, pageNumber: 1, pageSize: 200 }, signal })
      const one = items.find((request) => request.id === id)
      if (one) return one
    }
    throw new CallError({ ret: Ret.notFound, msg: '申请不存在', status: 200 })
  },
})
export const decideRequest = (id: string, isAgreed: boolean, words: string) =>
  call(catalogueApi.decideRequest, { body: { id, isAgreed, words } })

export type Expiring = DataOf<typeof catalogueApi.expiring>['items'][number]
export const expiringPage = ({ pageNumber, pageSize }: ListQuery): Reading<Page<Expiring>> => ({
  queryKey: [...grantKey, 'expiring', pageNumber, pageSize],
  queryFn: ({ signal }) => call(catalogueApi.expiring, { query: { pageNumber, pageSize }, signal }),
})

/** Whoever ticks all of them means those on the first pages: more at once is refused. */
const mostProlonged = 200

async function idsOf(targets: Targets) {
  if ('ids' in targets) return [...targets.ids]
  const { items } = await call(catalogueApi.expiring, { query: { pageNumber: 1, pageSize: mostProlonged } })
  return items.map(({ id }) => id).filter((id) => !targets.except.includes(id))
}
export const prolong = async (targets: Targets, to: string | null) =>
  call(catalogueApi.prolong, { body: { ids: await idsOf(targets), to } })

export const auditorsOf = (auditorType: AuditorType, orgId: string | null): Reading<GrantedUser[]> => ({
  queryKey: [...grantKey, 'auditors', auditorType, orgId],
  queryFn: ({ signal }) => call(catalogueApi.appPerUser, { query: { auditorType, orgId }, signal }),
})
export const saveAuditors = (auditorType: AuditorType, orgId: string | null, userIds: string[]) =>
  call(catalogueApi.saveAppPer, { body: { auditorType, orgId, userIds } })

export type Academic = DataOf<typeof catalogueApi.jiaoWuUser>
export const academic: Reading<Academic> = {
  queryKey: [...grantKey, 'academic'],
  queryFn: ({ signal }) => call(catalogueApi.jiaoWuUser, { signal }),
}
export const saveAcademic = (classInJiaowu: boolean, userIds: string[]) =>
  call(catalogueApi.saveJiaoWu, { body: { classInJiaowu, userIds } })
