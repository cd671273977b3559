import type { Page } from '#packages/contract'
import { call } from '#packages/web/core/call.ts'
import type { QueryDefinition } from '#packages/web/core/query-client.ts'
import type { ListFilter, ListQuery, Targets } from '#packages/web/core/list/list-spec.ts'
import type { FoundNode, TreeNode } from '#packages/web/core/list/tree-node.ts'
import {
  contactGroupApi,
  contactsApi,
  type Colleague,
  type ColleagueDetail,
  type ContactGroup,
  type ContactSetting,
  type ContactSettingForm,
} from '../contract.ts'

export const contactsKey = ['directory'] as const

/** The caller's own lists, shown above the organisations. */
export const favouritesNode = 'favourites'
export const groupsNode = 'groups'
const groupMark = 'group:'
export const toGroupNode = (id: string) => `${groupMark}${id}`
export const parseGroupNode = (node: string | null | undefined) =>
  node?.startsWith(groupMark) ? node.slice(groupMark.length) : undefined

/** A node of the tree with its office phone. */
export interface ContactTreeNode extends TreeNode {
  phone: string
}

const firstRow = { pageNumber: 1, pageSize: 1 }
const maxPage = { pageNumber: 1, pageSize: 200 }
const all = { keyword: '', orgId: null }

async function fetchUnits(parentId: string | null, signal: AbortSignal): Promise<ContactTreeNode[]> {
  const nodes = await call(contactsApi.tree, { query: { parentId, people: '0' }, signal })
  // People are listed beside the tree, so a node that has only people below it cannot be unfolded.
  return nodes.map(({ id, name, userCount, hasChild, officePhone }) => ({
    id,
    name,
    count: userCount,
    hasChild,
    phone: officePhone,
  }))
}

/** The caller's own lists and the top of the district. */
async function fetchRoots(signal: AbortSignal): Promise<ContactTreeNode[]> {
  const [tops, favourites, groups] = await Promise.all([
    fetchUnits(null, signal),
    call(contactsApi.favourites, { query: firstRow, signal }),
    call(contactGroupApi.list, { query: { ...firstRow, ...all }, signal }),
  ])
  const own = { hasChild: false, phone: '' }
  return [
    { ...own, id: favouritesNode, name: '我的收藏', count: favourites.itemCount },
    ...(groups.itemCount > 0
      ? [{ ...own, id: groupsNode, name: '我的群组', count: groups.itemCount, hasChild: true, isPassing: true }]
      : []),
    ...tops,
  ]
}

export const treeLevelQuery = (parentId: string | null): QueryDefinition<ContactTreeNode[]> => ({
  queryKey: [...contactsKey, 'level', parentId],
  queryFn: async ({ signal }) => {
    if (parentId === null) return fetchRoots(signal)
    if (parentId !== groupsNode) return fetchUnits(parentId, signal)
    const { items } = await call(contactGroupApi.list, { query: { ...maxPage, ...all }, signal })
    return items.map(({ id, name, count }) => ({ id: toGroupNode(id), name, count, hasChild: false, phone: '' }))
  },
})

/** The parent of a node, for opening the tree at it. */
export const parentQuery = (id: string): QueryDefinition<string | null> => ({
  queryKey: [...contactsKey, 'parent', id],
  queryFn: async ({ signal }) => {
    if (id === '' || id === favouritesNode || id === groupsNode) return null
    if (parseGroupNode(id)) return groupsNode
    return (await call(contactsApi.trail, { query: { id }, signal })).at(-2)?.id ?? null
  },
})

export const unitSearchQuery = (keyword: string): QueryDefinition<FoundNode[]> => ({
  queryKey: [...contactsKey, 'units', keyword],
  queryFn: async ({ signal }) => {
    const found = await call(contactsApi.units, { query: { keyword }, signal })
    return found.map(({ id, name, orgName }) => ({ id, name, about: orgName }))
  },
})

/** The people of a node, or the results of a search in the whole district. */
async function fetchPeople(
  { node, filter }: ListFilter,
  page: { pageNumber: number; pageSize: number },
  signal?: AbortSignal,
): Promise<Page<Colleague>> {
  const more = signal ? { signal } : {}
  const keyword = filter['keyword']
  if (keyword) return cutPage(await call(contactsApi.search, { body: { keyword }, ...more }), page)
  if (node === favouritesNode) return call(contactsApi.favourites, { query: page, ...more })
  const group = parseGroupNode(node)
  if (group) return call(contactsApi.members, { query: { ...page, id: group }, ...more })
  return call(contactsApi.people, { query: { ...page, nodeId: node ?? '' }, ...more })
}

/** A search returns all results at once, so pages are cut here. */
const cutPage = (
  { items, more }: { items: Colleague[]; more: boolean },
  { pageNumber, pageSize }: { pageNumber: number; pageSize: number },
): Page<Colleague> => ({
  itemCount: items.length,
  pageCount: Math.ceil(items.length / pageSize),
  more,
  items: items.slice((pageNumber - 1) * pageSize, pageNumber * pageSize),
})

export const peoplePage = ({
  node,
  below,
  filter,
  pageNumber,
  pageSize,
}: ListQuery): QueryDefinition<Page<Colleague>> => ({
  queryKey: [...contactsKey, 'people', filter['keyword'] ? '' : node, filter, pageNumber, pageSize],
  queryFn: ({ signal }) => fetchPeople({ node, below, filter }, { pageNumber, pageSize }, signal),
})

export const personDetail = (userId: string): QueryDefinition<ColleagueDetail> => ({
  queryKey: [...contactsKey, 'person', userId],
  queryFn: ({ signal }) => call(contactsApi.person, { query: { userId }, signal }),
})

/** The targets of an action: the ticked people, or all that the filter finds. */
async function listTargetIds(targets: Targets): Promise<string[]> {
  if ('ids' in targets) return [...targets.ids]
  const ids: string[] = []
  for (let pageNumber = 1; ; pageNumber++) {
    const { items, pageCount } = await fetchPeople(targets.listFilter, { pageNumber, pageSize: maxPage.pageSize })
    ids.push(...items.map(({ id }) => id))
    if (pageNumber >= pageCount) return ids.filter((id) => !targets.except.includes(id))
  }
}

/** One request per person, because few are chosen at once. */
export async function setFavourite(targets: Targets, isFavourite: boolean) {
  const ids = await listTargetIds(targets)
  for (const userId of ids) await call(contactsApi.favourite, { body: { userId, isFavourite } })
  return async () => {
    for (const userId of ids) await call(contactsApi.favourite, { body: { userId, isFavourite: !isFavourite } })
  }
}

export const groupsQuery: QueryDefinition<ContactGroup[]> = {
  queryKey: [...contactsKey, 'groups'],
  queryFn: async ({ signal }) => (await call(contactGroupApi.list, { query: { ...maxPage, ...all }, signal })).items,
}

/** Adds people to an existing group or to a new one. */
export async function joinGroup(targets: Targets, { groupId, name }: { groupId: string; name: string }) {
  const userIds = await listTargetIds(targets)
  await (groupId === ''
    ? call(contactGroupApi.create, { body: { name, userIds } })
    : call(contactsApi.setMembers, { body: { id: groupId, userIds, isMember: true } }))
}

export async function leaveGroup(targets: Targets, id: string) {
  const userIds = await listTargetIds(targets)
  await call(contactsApi.setMembers, { body: { id, userIds, isMember: false } })
  return () => call(contactsApi.setMembers, { body: { id, userIds, isMember: true } })
}

export const contactSettingQuery: QueryDefinition<ContactSetting> = {
  queryKey: [...contactsKey, 'setting'],
  queryFn: ({ signal }) => call(contactsApi.setting, { signal }),
}

export const saveContactSetting = (choice: ContactSettingForm, { version }: ContactSetting) =>
  call(contactsApi.saveSetting, { body: { ...choice, version } })
