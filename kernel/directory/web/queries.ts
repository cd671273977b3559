import type { Page } from '#packages/contract'
import { call } from '#packages/web/core/call.ts'
import type { Reading } from '#packages/web/core/query-client.ts'
import type { Asked, ListQuery, Targets } from '#packages/web/desk/list/spec.ts'
import type { FoundNode, TreeNode } from '#packages/web/desk/tree-list/spec.ts'
import {
  directoryApi,
  type Colleague,
  type ColleagueDetail,
  type ContactGroup,
  type ContactSetting,
  type SettingChoice,
} from '../contract.ts'

export const directoryKey = ['directory'] as const

/** What stands above the organisations: one's own lists. */
export const favouritesNode = 'favourites'
export const groupsNode = 'groups'
const groupMark = 'group:'
export const nodeOfGroup = (id: string) => `${groupMark}${id}`
export const groupIn = (node: string | null | undefined) =>
  node?.startsWith(groupMark) ? node.slice(groupMark.length) : undefined

/** A node of the tree, and the number of its office. */
export interface UnitNode extends TreeNode {
  phone: string
}

const first = { pageNumber: 1, pageSize: 1 }
const most = { pageNumber: 1, pageSize: 200 }

async function units(parentId: string | null, signal: AbortSignal): Promise<UnitNode[]> {
  const nodes = await call(directoryApi.tree, { query: { parentId, people: '0' }, signal })
  // Beside the tree stand the people: what has nobody but people below it need not be opened.
  return nodes.map(({ id, name, userCount, hasChild, officePhone }) => ({
    id,
    name,
    count: userCount,
    hasChild,
    phone: officePhone,
  }))
}

/** One's own lists, and the district. */
async function roots(signal: AbortSignal): Promise<UnitNode[]> {
  const [tops, favourites, groups] = await Promise.all([
    units(null, signal),
    call(directoryApi.favourites, { query: first, signal }),
    call(directoryApi.groups, { query: first, signal }),
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

export const treeLevel = (parentId: string | null): Reading<UnitNode[]> => ({
  queryKey: [...directoryKey, 'level', parentId],
  queryFn: async ({ signal }) => {
    if (parentId === null) return roots(signal)
    if (parentId !== groupsNode) return units(parentId, signal)
    const { items } = await call(directoryApi.groups, { query: most, signal })
    return items.map(({ id, name, count }) => ({ id: nodeOfGroup(id), name, count, hasChild: false, phone: '' }))
  },
})

/** The node above one, for opening the tree at a place. */
export const parentOf = (id: string): Reading<string | null> => ({
  queryKey: [...directoryKey, 'parent', id],
  queryFn: async ({ signal }) => {
    if (id === '' || id === favouritesNode || id === groupsNode) return null
    if (groupIn(id)) return groupsNode
    return (await call(directoryApi.trail, { query: { id }, signal })).at(-2)?.id ?? null
  },
})

export const foundUnits = (keyword: string): Reading<FoundNode[]> => ({
  queryKey: [...directoryKey, 'units', keyword],
  queryFn: async ({ signal }) => {
    const found = await call(directoryApi.units, { query: { keyword }, signal })
    return found.map(({ id, name, orgName }) => ({ id, name, about: orgName }))
  },
})

/** The people of a node, or those whom a word finds wherever they are. */
async function readPeople(
  { node, filter }: Asked,
  page: { pageNumber: number; pageSize: number },
  signal?: AbortSignal,
): Promise<Page<Colleague>> {
  const more = signal ? { signal } : {}
  const keyword = filter['keyword']
  if (keyword) return cut(await call(directoryApi.search, { body: { keyword }, ...more }), page)
  if (node === favouritesNode) return call(directoryApi.favourites, { query: page, ...more })
  const group = groupIn(node)
  if (group) return call(directoryApi.members, { query: { ...page, id: group }, ...more })
  return call(directoryApi.people, { query: { ...page, nodeId: node ?? '' }, ...more })
}

/** A search answers all at once. */
const cut = (
  { items, more }: { items: Colleague[]; more: boolean },
  { pageNumber, pageSize }: { pageNumber: number; pageSize: number },
): Page<Colleague> => ({
  itemCount: items.length,
  pageCount: Math.ceil(items.length / pageSize),
  more,
  items: items.slice((pageNumber - 1) * pageSize, pageNumber * pageSize),
})

export const peoplePage = ({ node, below, filter, pageNumber, pageSize }: ListQuery): Reading<Page<Colleague>> => ({
  queryKey: [...directoryKey, 'people', filter['keyword'] ? '' : node, filter, pageNumber, pageSize],
  queryFn: ({ signal }) => readPeople({ node, below, filter }, { pageNumber, pageSize }, signal),
})

export const personDetail = (userId: string): Reading<ColleagueDetail> => ({
  queryKey: [...directoryKey, 'person', userId],
  queryFn: ({ signal }) => call(directoryApi.person, { query: { userId }, signal }),
})

/** Whom an act is meant for: those who were ticked, or everybody whom a question finds. */
async function meant(targets: Targets): Promise<string[]> {
  if ('ids' in targets) return [...targets.ids]
  const ids: string[] = []
  for (let pageNumber = 1; ; pageNumber++) {
    const { items, pageCount } = await readPeople(targets.asked, { pageNumber, pageSize: most.pageSize })
    ids.push(...items.map(({ id }) => id))
    if (pageNumber >= pageCount) return ids.filter((id) => !targets.except.includes(id))
  }
}

/** One by one: nobody has many. */
export async function setFavourite(targets: Targets, isFavourite: boolean) {
  const ids = await meant(targets)
  for (const userId of ids) await call(directoryApi.favourite, { body: { userId, isFavourite } })
  return async () => {
    for (const userId of ids) await call(directoryApi.favourite, { body: { userId, isFavourite: !isFavourite } })
  }
}

export const groupsReading: Reading<ContactGroup[]> = {
  queryKey: [...directoryKey, 'groups'],
  queryFn: async ({ signal }) => (await call(directoryApi.groups, { query: most, signal })).items,
}

export const groupPage = ({ pageNumber, pageSize }: ListQuery): Reading<Page<ContactGroup>> => ({
  queryKey: [...directoryKey, 'group-page', pageNumber, pageSize],
  queryFn: ({ signal }) => call(directoryApi.groups, { query: { pageNumber, pageSize }, signal }),
})

export const makeGroup = (name: string, userIds: string[] | null = null) =>
  call(directoryApi.saveGroup, { body: { id: null, name, userIds, version: null } })
export const renameGroup = ({ id, version }: ContactGroup, name: string) =>
  call(directoryApi.saveGroup, { body: { id, name, userIds: null, version } })

export async function deleteGroups(targets: Targets) {
  if (!('ids' in targets)) throw new Error('only groups that were ticked are deleted')
  for (const id of targets.ids) await call(directoryApi.deleteGroup, { body: { id } })
}

/** Into a group that is there, or into a new one. */
export async function joinGroup(targets: Targets, { groupId, name }: { groupId: string; name: string }) {
  const userIds = await meant(targets)
  await (groupId === ''
    ? makeGroup(name, userIds)
    : call(directoryApi.setMembers, { body: { id: groupId, userIds, isMember: true } }))
}

export async function leaveGroup(targets: Targets, id: string) {
  const userIds = await meant(targets)
  await call(directoryApi.setMembers, { body: { id, userIds, isMember: false } })
  return () => call(directoryApi.setMembers, { body: { id, userIds, isMember: true } })
}

export const settingReading: Reading<ContactSetting> = {
  queryKey: [...directoryKey, 'setting'],
  queryFn: ({ signal }) => call(directoryApi.setting, { signal }),
}

export const saveSetting = (choice: SettingChoice, { version }: ContactSetting) =>
  call(directoryApi.saveSetting, { body: { ...choice, version } })
