import type { Page, PageQuery } from '#packages/contract'
import { call } from '#packages/web/core/call.ts'
import type { Reading } from '#packages/web/core/query-client.ts'
import type { TreeNode } from '#packages/web/desk/tree-list/spec.ts'
import { orgApi, type Organisation, type OrganisationDetail } from '../contract.ts'

export const orgKey = ['org'] as const

/** One level of the tree: the children of a node, or the roots of what this user may see. */
export const treeLevel = (parentId: string | null): Reading<TreeNode[]> => ({
  queryKey: [...orgKey, 'level', parentId],
  queryFn: async ({ signal }) => {
    const nodes = await call(orgApi.tree, { query: { parentId }, signal })
    return nodes.map(({ id, name, userCount, hasChild, isForbidden }) => ({
      id,
      name,
      count: userCount,
      hasChild,
      isOff: isForbidden,
    }))
  },
})

export const childrenPage = (query: PageQuery & { parentId: string }): Reading<Page<Organisation>> => ({
  queryKey: [...orgKey, 'children', query],
  queryFn: ({ signal }) => call(orgApi.list, { query, signal }),
})

export const organisationDetail = (id: string): Reading<OrganisationDetail> => ({
  queryKey: [...orgKey, 'detail', id],
  queryFn: ({ signal }) => call(orgApi.detail, { query: { fid: id }, signal }),
})

/** The node above one, for opening the tree at a place. */
export const parentOf = (id: string): Reading<string | null> => ({
  queryKey: [...orgKey, 'parent', id],
  queryFn: async ({ signal }) => (await call(orgApi.detail, { query: { fid: id }, signal })).parentId,
})
