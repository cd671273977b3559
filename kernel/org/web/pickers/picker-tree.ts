import type { QueryClient } from '@tanstack/react-query'
import { call } from '#packages/web/core/call.ts'
import type { QueryDefinition } from '#packages/web/core/query-client.ts'
import type { FoundNode, TreeNode, TreeSpec } from '#packages/web/desk/tree-list/tree-list-spec.ts'
import {
  mayBeChildOf,
  orgApi,
  orgTypes,
  type Organisation,
  type OrganisationDetail,
  type OrgType,
} from '../../contract.ts'
import { organisationDetail, orgKey, parentQuery, treeLevelQuery } from '../queries.ts'

/** Which organisations can be chosen. */
export interface OrgPickerFilter {
  /** Only these types; others can only be opened. */
  kinds?: readonly OrgType[] | undefined
  /** Only departments of this organisation. */
  within?: string | undefined
  /** And the organisation itself. */
  withSelf?: boolean | undefined
  /** Not this one, nor its subtree. */
  without?: string | undefined
}

const maxFound = 12
/** Number of search results that are read, because the server filters by one type at a time. */
const maxSearched = 60

/** The tree to choose from, loaded as it is opened. */
export const getPickerTree = (client: QueryClient, choice: OrgPickerFilter): TreeSpec => ({
  title: '可选机构',
  change: '选择机构',
  empty: { title: '没有可以选择的机构' },
  level: (parentId) => pickerLevelQuery(client, choice, parentId),
  parentOf: parentQuery,
  search: {
    placeholder: '名称、拼音或首字母',
    find: (keyword) => ({
      queryKey: [...orgKey, 'pick', 'find', choice, keyword],
      queryFn: ({ signal }) => searchPickerNodes(client, choice, keyword, signal),
    }),
  },
})

/** Departments of one organisation, or all nodes; nodes of other types can only be opened. */
function pickerLevelQuery(
  client: QueryClient,
  choice: OrgPickerFilter,
  parentId: string | null,
): QueryDefinition<TreeNode[]> {
  const { within, withSelf, without } = choice
  const isStart = parentId === null
  return {
    queryKey: [...orgKey, 'pick', 'level', choice, parentId],
    queryFn: async (context) => {
      if (isStart && within && withSelf) return [toRootNode(await client.fetchQuery(organisationDetail(within)))]
      const nodes = await treeLevelQuery(isStart ? (within ?? null) : parentId).queryFn(context)
      return nodes
        .map((node) => toPickerNode(node, choice))
        .filter(({ id, kind, isPassing, hasChild }) => {
          const isOfIt = !within || kind === 'department'
          return id !== without && isOfIt && (!isPassing || hasChild)
        })
    },
  }
}

const allTypes = Object.keys(orgTypes) as OrgType[]
/** Whether these types are allowed below, on any level. */
const canContain = (kind: OrgType, kinds: readonly OrgType[]): boolean =>
  allTypes.some(
    (type) => mayBeChildOf(type, kind) && (kinds.includes(type) || (type !== kind && canContain(type, kinds))),
  )

/** A node of another type can only be opened, and is shown only if it can contain the types. */
function toPickerNode(node: TreeNode, { kinds }: OrgPickerFilter): TreeNode {
  if (!kinds) return node
  const kind = node.kind as OrgType
  return { ...node, isPassing: !kinds.includes(kind), hasChild: node.hasChild && canContain(kind, kinds) }
}

const toRootNode = ({ id, name, type, userCount, childCount, isDisabled }: OrganisationDetail): TreeNode => ({
  id,
  name,
  kind: type,
  count: userCount,
  hasChild: childCount > 0,
  isOff: isDisabled,
})

/** The first matches by name, pinyin or initials with their parents, because every second school has a 教务处. */
async function searchPickerNodes(
  client: QueryClient,
  choice: OrgPickerFilter,
  keyword: string,
  signal: AbortSignal,
): Promise<FoundNode[]> {
  const { kinds, within, without } = choice
  const type = within ? 'department' : kinds?.length === 1 ? kinds[0] : undefined
  const { items } = await call(orgApi.search, {
    query: {
      parentId: within ?? null,
      within: 'below',
      keyword,
      type,
      stage: undefined,
      status: undefined,
      sort: 'sort',
      desc: false,
      pageNumber: 1,
      pageSize: maxSearched,
    },
    signal,
  })
  const fitting = items.filter(
    ({ id, parentId, type: kind }) => id !== without && parentId !== without && (kinds?.includes(kind) ?? true),
  )
  const nodes: FoundNode[] = []
  for (const row of fitting) {
    if (nodes.length === maxFound) break
    const above = await findParentText(client, row, within)
    if (above) nodes.push({ id: row.id, name: row.name, about: above })
  }
  return nodes
}

/** The parent's name in at most two parts; undefined for a department of another organisation than `within`. */
async function findParentText(client: QueryClient, row: Organisation, within: string | undefined) {
  if (row.parentId === null) return undefined
  const parent = await client.fetchQuery(organisationDetail(row.parentId))
  let top: Organisation = parent
  while (within && top.id !== within && top.type === 'department' && top.parentId !== null) {
    top = await client.fetchQuery(organisationDetail(top.parentId))
  }
  if (within && top.id !== within) return undefined
  return [...parent.ancestors.slice(-1), parent.name].join(' / ')
}

/** The organisation of a department. */
export const unitQuery = (client: QueryClient, { id, type, parentId }: Organisation): QueryDefinition<string> => ({
  queryKey: [...orgKey, 'unit', id],
  queryFn: async () => {
    let at: Pick<Organisation, 'id' | 'type' | 'parentId'> = { id, type, parentId }
    while (at.type === 'department' && at.parentId !== null) {
      at = await client.fetchQuery(organisationDetail(at.parentId))
    }
    return at.id
  },
})
