import type { DataOf, Page } from '#packages/contract'
import { call } from '#packages/web/core/call.ts'
import type { QueryDefinition } from '#packages/web/core/query-client.ts'
import type { ListFilter, ListQuery, Targets, UndoAction } from '#packages/web/desk/list/list-spec.ts'
import type { FoundNode, TreeNode } from '#packages/web/desk/tree-list/tree-list-spec.ts'
import {
  constantApi,
  constantLevels,
  type ConstantForm,
  type ConstantItem,
  type ConstantLevel,
  type ConstantType,
  type ConstantTypeForm,
  type OfferedConstant,
} from '../contract.ts'

export const constantKey = ['constant'] as const
type Types = DataOf<typeof constantApi.types>

/** The types of the caller's organisation. */
export const typesQuery: QueryDefinition<Types> = {
  queryKey: [...constantKey, 'types'],
  queryFn: ({ signal }) => call(constantApi.types, { query: { orgId: null }, signal }),
}

const findLevel = (node: string) => levels.find((level) => getGroupId(level) === node)
const getGroupId = (level: ConstantLevel) => `:${level}`
/** Own types come first, because they are edited most. */
const levels = (Object.keys(constantLevels) as ConstantLevel[]).reverse()
const groupName = (level: ConstantLevel) => `${level === 'school' ? '本校' : constantLevels[level]}常量`

/** Encodes in the node kind which actions the forms of a type offer. */
const getNodeKind = ({ mayAdd, isTree }: ConstantType) => `${mayAdd ? 'open' : 'closed'}${isTree ? ' tree' : ''}`
export const mayAddToNode = (kind: string | undefined) => kind?.startsWith('open') ?? false
export const isTreeNode = (kind: string | undefined) => kind?.endsWith('tree') ?? false

const typeNode = (type: ConstantType): TreeNode => ({
  id: type.code,
  name: type.name,
  count: type.itemCount,
  hasChild: false,
  kind: getNodeKind(type),
  isOff: !type.isEnabled,
})

/** The levels of the tree and the types of each level; levels without types are omitted. */
export const treeLevelQuery = (parent: string | null): QueryDefinition<TreeNode[]> => ({
  queryKey: [...constantKey, 'tree', parent],
  queryFn: async (context) => {
    const { types } = await typesQuery.queryFn(context)
    if (parent !== null) return types.filter(({ level }) => level === findLevel(parent)).map(typeNode)
    return levels
      .map((level) => ({ level, count: types.filter((type) => type.level === level).length }))
      .filter(({ count }) => count > 0)
      .map(({ level, count }) => ({
        id: getGroupId(level),
        name: groupName(level),
        count,
        hasChild: true,
        isPassing: true,
      }))
  },
})

export const parentQuery = (code: string): QueryDefinition<string | null> => ({
  queryKey: [...constantKey, 'parent', code],
  queryFn: async (context) => {
    const type = (await typesQuery.queryFn(context)).types.find((one) => one.code === code)
    return type ? getGroupId(type.level) : null
  },
})

export const typeSearchQuery = (keyword: string): QueryDefinition<FoundNode[]> => ({
  queryKey: [...constantKey, 'found', keyword],
  queryFn: async (context) => {
    const needle = keyword.toLowerCase()
    return (await typesQuery.queryFn(context)).types
      .filter(({ code, name }) => `${code} ${name}`.toLowerCase().includes(needle))
      .map(({ code, name, level }) => ({ id: code, name, about: groupName(level) }))
  },
})

/** The server filter for the type that is selected in the tree. */
export const toConstantFilter = ({ node, filter: { keyword = '', state = '', date } }: ListFilter) => ({
  type: node ?? '',
  orgId: null,
  keyword,
  state: state as '' | 'on' | 'off',
  ...(date && { date }),
})

export const itemPageQuery = (query: ListQuery): QueryDefinition<Page<ConstantItem>> => ({
  queryKey: [...constantKey, 'items', query],
  queryFn: ({ signal }) => {
    const { pageNumber, pageSize } = query
    return call(constantApi.items, { query: { ...toConstantFilter(query), pageNumber, pageSize }, signal })
  },
})

const most = 200
const fetchAllItems = async (listQuery: ListFilter, signal?: AbortSignal): Promise<ConstantItem[]> => {
  const read = (pageNumber: number) =>
    call(constantApi.items, {
      query: { ...toConstantFilter(listQuery), pageNumber, pageSize: most },
      ...(signal && { signal }),
    })
  const { items, pageCount } = await read(1)
  for (let page = 2; page <= pageCount; page++) items.push(...(await read(page)).items)
  return items
}

/** All values of a type, in display order. */
export const allItemsQuery = (type: string): QueryDefinition<ConstantItem[]> => ({
  queryKey: [...constantKey, 'all', type],
  queryFn: ({ signal }) => fetchAllItems({ node: type, below: false, filter: {} }, signal),
})

/** Row ids consist of type and code. */
export const parseItemId = (id: string) => {
  const [type = '', code = ''] = id.split('/')
  return { type, code }
}

export const itemDetailQuery = (id: string): QueryDefinition<ConstantItem> => ({
  queryKey: [...constantKey, 'item', id],
  queryFn: async ({ signal }) => {
    const found = await fetchAllItems(
      { node: parseItemId(id).type, below: false, filter: { keyword: parseItemId(id).code } },
      signal,
    )
    const item = found.find((one) => one.id === id)
    if (!item) throw new Error('常量不存在')
    return item
  },
})

export const saveConstant = (body: ConstantForm) => call(constantApi.save, { body })
export const saveType = (body: ConstantTypeForm) => call(constantApi.saveType, { body })
export const deleteType = (code: string) => call(constantApi.deleteType, { body: { orgId: null, code } })
export const sortConstants = (type: string, codes: string[]) =>
  call(constantApi.sort, { body: { type, orgId: null, codes } })

/** The ids of the ticked rows, or of all rows of the list. All rows belong to the selected type. */
async function getTargetIds(targets: Targets, isEnabled: boolean): Promise<readonly string[]> {
  if ('ids' in targets) return targets.ids
  const except = new Set(targets.except)
  const all = await fetchAllItems(targets.listFilter)
  return all.filter((one) => one.mayHide && one.isEnabled !== isEnabled && !except.has(one.id)).map(({ id }) => id)
}

export async function enableConstants(targets: Targets, isEnabled: boolean): Promise<UndoAction | void> {
  const ids = await getTargetIds(targets, isEnabled)
  if (ids.length === 0) return undefined
  const { type } = parseItemId(ids[0]!)
  const set = (to: boolean) =>
    call(constantApi.enable, {
      body: { type, orgId: null, codes: ids.map((id) => parseItemId(id).code), isEnabled: to },
    })
  await set(isEnabled)
  return () => set(!isEnabled)
}

export async function deleteConstants(targets: Targets) {
  for (const id of 'ids' in targets ? targets.ids : [])
    await call(constantApi.delete, { body: { ...parseItemId(id), orgId: null } })
}

/** The values that forms offer at the caller's organisation. */
export const offeredConstantsQuery = (type: string): QueryDefinition<OfferedConstant[]> => ({
  queryKey: [...constantKey, 'offered', type],
  queryFn: ({ signal }) => call(constantApi.offered, { query: { type }, signal }),
})
