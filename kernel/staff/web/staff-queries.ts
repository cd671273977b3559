import type { Page } from '#packages/contract'
import { call } from '#packages/web/core/call.ts'
import type { QueryDefinition } from '#packages/web/core/query-client.ts'
import { queryOf } from '#packages/web/core/query-of.ts'
import { useSession } from '#packages/web/core/session.ts'
import type { ListFilter, ListContext, ListQuery, Targets } from '#packages/web/desk/list/list-spec.ts'
import type { FoundNode, TreeNode } from '#packages/web/desk/tree-list/tree-list-spec.ts'
import { orgApi } from '#kernel/org/contract.ts'
import {
  staffApi,
  type AccountState,
  type MaskedField,
  type MembershipStatus,
  type User,
  type UserFilter,
  type UserSort,
  type UserTargets,
  type UserType,
} from '../contract.ts'

/** The common key of all queries of this module, because a change of a membership changes counts, lists and details. */
export const staffKey = ['staff'] as const

/** One level of organisations and departments with their number of people. */
export const treeLevelQuery = (parentId: string | null): QueryDefinition<TreeNode[]> => ({
  queryKey: [...staffKey, 'level', parentId],
  queryFn: async ({ signal }) => {
    const nodes = await call(orgApi.tree, { query: { parentId }, signal })
    return nodes.map(({ id, name, type, userCount, hasChild, isDisabled }) => ({
      id,
      name,
      kind: type,
      hasChild,
      count: userCount,
      isOff: isDisabled,
    }))
  },
})

const mostFound = 20

export const foundNodesQuery = (keyword: string): QueryDefinition<FoundNode[]> => ({
  queryKey: [...staffKey, 'find', keyword],
  queryFn: async ({ signal }) => {
    const query = { parentId: null, within: 'below', keyword, sort: 'sort', desc: false } as const
    const { items } = await call(orgApi.search, { query: { ...query, pageNumber: 1, pageSize: mostFound }, signal })
    return items.map(({ id, name }) => ({ id, name }))
  },
})

/** The parent of a node, to open the tree at a position. */
export const parentNodeQuery = (id: string): QueryDefinition<string | null> => ({
  queryKey: [...staffKey, 'parent', id],
  queryFn: async ({ signal }) => (await call(orgApi.detail, { query: { fid: id }, signal })).parentId,
})

/** The organisation of a node, and the department if the node is one. */
export async function getUnitOfNode(nodeId: string): Promise<{ orgId: string; departmentId: string | null }> {
  let node = await call(orgApi.detail, { query: { fid: nodeId } })
  const departmentId = node.type === 'department' ? nodeId : null
  while (node.type === 'department' && node.parentId) {
    node = await call(orgApi.detail, { query: { fid: node.parentId } })
  }
  return { orgId: node.id, departmentId }
}

/** The organisation of a tree node; a user who sees only a department gets its organisation. */
export const getUnitId = ({ path = [] }: ListContext) =>
  path.findLast(({ kind }) => kind !== 'department')?.id ?? useSession.getState().orgId

/** URL and filters use the values of the contract; the page refuses others. */
export const toUserFilter = ({ node, below, filter }: ListFilter): UserFilter => ({
  nodeId: node,
  within: below ? 'below' : 'node',
  keyword: filter['keyword'] ?? '',
  userType: filter['userType'] as UserType | undefined,
  workerType: filter['workerType'] ? Number(filter['workerType']) : undefined,
  status: filter['status'] as MembershipStatus | undefined,
  account: filter['account'] as AccountState | undefined,
  flag: filter['flag'] ? Number(filter['flag']) : undefined,
})

export interface StaffPage extends Page<User> {
  people: number | null
  planned: number | null
}

/** Memberships and, where the number differs, people. */
export function formatStaffTotal({ itemCount, more, people, planned }: StaffPage): string {
  const membershipCount = `${itemCount.toLocaleString()}${more ? '+' : ''}`
  if (people === null) return `${membershipCount} 个任职`
  if (people === itemCount) return `${membershipCount} 人`
  return [`${membershipCount} 个任职`, `${people.toLocaleString()} 人`, planned ? `${planned} 个待生效` : '']
    .filter(Boolean)
    .join('，')
}

export const userPageQuery = (query: ListQuery) => {
  const { sort, pageNumber, pageSize } = query
  const order = { sort: (sort?.key ?? 'sort') as UserSort, desc: sort?.desc ?? false }
  return queryOf(staffKey, staffApi.search, { body: { ...toUserFilter(query), ...order, pageNumber, pageSize } })
}

export const userDetailQuery = (id: string) => queryOf(staffKey, staffApi.getByUserId, { query: { fUserID: id } })

export const fieldHistoryQuery = (id: string) => queryOf(staffKey, staffApi.fieldHistory, { query: { id } })

/** The full value of a masked field, with a reason for the log. It is not cached, so every reveal needs a reason. */
export const revealField = async (id: string, field: MaskedField, reason: string) =>
  (await call(staffApi.reveal, { body: { id, field, reason } })).value

/** Colleagues by name, initials or number, for a picker. */
export const foundPeopleQuery = (keyword: string, nodeId: string | null = null): QueryDefinition<User[]> => ({
  queryKey: [...staffKey, 'people', keyword, nodeId],
  queryFn: async ({ signal }) => {
    const query = { nodeId, within: 'below', keyword, sort: 'sort', desc: false } as const
    const { items } = await call(staffApi.search, { body: { ...query, pageNumber: 1, pageSize: mostFound }, signal })
    return items
  },
})

/** Possible destinations, beyond the caller's scope. */
export const destinationsQuery = (keyword: string) => queryOf(staffKey, staffApi.destinations, { query: { keyword } })

/** The roles that may be assigned to a new member of this unit. */
export const assignableRolesQuery = (orgId: string, departmentId: string | null) =>
  queryOf(staffKey, staffApi.roleChoices, { query: { orgId, departmentId } })

/** The selection in the format of the contract. */
export const toUserTargets = (targets: Targets): UserTargets =>
  'ids' in targets
    ? { ids: [...targets.ids] }
    : { all: true, filter: toUserFilter(targets.listFilter), except: [...targets.except] }
