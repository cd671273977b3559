import type { DataOf, Page } from '#packages/contract'
import { call } from '#packages/web/core/call.ts'
import type { Reading } from '#packages/web/core/query-client.ts'
import type { Asked, ListQuery, Targets, Undo } from '#packages/web/desk/list/spec.ts'
import type { FoundNode, TreeNode } from '#packages/web/desk/tree-list/spec.ts'
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

/** The types that there are where one is. */
export const typesHere: Reading<Types> = {
  queryKey: [...constantKey, 'types'],
  queryFn: ({ signal }) => call(constantApi.types, { query: { orgId: null }, signal }),
}

const levelOf = (node: string) => levels.find((level) => groupOf(level) === node)
const groupOf = (level: ConstantLevel) => `:${level}`
/** What is one's own comes first: it is what one comes for. */
const levels = (Object.keys(constantLevels) as ConstantLevel[]).reverse()
const groupName = (level: ConstantLevel) => `${level === 'school' ? '本校' : constantLevels[level]}常量`

/** What a form may ask of a type, as the kind of its node says. */
const kindOf = ({ mayAdd, isTree }: ConstantType) => `${mayAdd ? 'open' : 'closed'}${isTree ? ' tree' : ''}`
export const mayAddAt = (kind: string | undefined) => kind?.startsWith('open') ?? false
export const isTreeAt = (kind: string | undefined) => kind?.endsWith('tree') ?? false

const typeNode = (type: ConstantType): TreeNode => ({
  id: type.code,
  name: type.name,
  count: type.itemCount,
  hasChild: false,
  kind: kindOf(type),
  isOff: !type.isEnabled,
})

/** Levels, and the types of each; a level without any is not there. */
export const treeLevel = (parent: string | null): Reading<TreeNode[]> => ({
  queryKey: [...constantKey, 'tree', parent],
  queryFn: async (context) => {
    const { types } = await typesHere.queryFn(context)
    if (parent !== null) return types.filter(({ level }) => level === levelOf(parent)).map(typeNode)
    return levels
      .map((level) => ({ level, count: types.filter((type) => type.level === level).length }))
      .filter(({ count }) => count > 0)
      .map(({ level, count }) => ({
        id: groupOf(level),
        name: groupName(level),
        count,
        hasChild: true,
        isPassing: true,
      }))
  },
})

export const parentOf = (code: string): Reading<string | null> => ({
  queryKey: [...constantKey, 'parent', code],
  queryFn: async (context) => {
    const type = (await typesHere.queryFn(context)).types.find((one) => one.code === code)
    return type ? groupOf(type.level) : null
  },
})

export const foundTypes = (words: string): Reading<FoundNode[]> => ({
  queryKey: [...constantKey, 'found', words],
  queryFn: async (context) => {
    const wanted = words.toLowerCase()
    return (await typesHere.queryFn(context)).types
      .filter(({ code, name }) => `${code} ${name}`.toLowerCase().includes(wanted))
      .map(({ code, name, level }) => ({ id: code, name, about: groupName(level) }))
  },
})

/** As the server is asked for values: of the type that is open in the tree. */
export const filterOf = ({ node, filter: { keyword = '', state = '', date } }: Asked) => ({
  type: node ?? '',
  orgId: null,
  keyword,
  state: state as '' | 'on' | 'off',
  ...(date && { date }),
})

export const itemPage = (query: ListQuery): Reading<Page<ConstantItem>> => ({
  queryKey: [...constantKey, 'items', query],
  queryFn: ({ signal }) => {
    const { pageNumber, pageSize } = query
    return call(constantApi.items, { query: { ...filterOf(query), pageNumber, pageSize }, signal })
  },
})

const most = 200
const allOf = async (asked: Asked, signal?: AbortSignal): Promise<ConstantItem[]> => {
  const read = (pageNumber: number) =>
    call(constantApi.items, { query: { ...filterOf(asked), pageNumber, pageSize: most }, ...(signal && { signal }) })
  const { items, pageCount } = await read(1)
  for (let page = 2; page <= pageCount; page++) items.push(...(await read(page)).items)
  return items
}

/** Every value of a type, in order. */
export const allItems = (type: string): Reading<ConstantItem[]> => ({
  queryKey: [...constantKey, 'all', type],
  queryFn: ({ signal }) => allOf({ node: type, below: false, filter: {} }, signal),
})

/** Rows are known by type and code. */
export const keyOf = (id: string) => {
  const [type = '', code = ''] = id.split('/')
  return { type, code }
}

export const itemDetail = (id: string): Reading<ConstantItem> => ({
  queryKey: [...constantKey, 'item', id],
  queryFn: async ({ signal }) => {
    const found = await allOf({ node: keyOf(id).type, below: false, filter: { keyword: keyOf(id).code } }, signal)
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

/** Ticked rows, or all that were asked for. They are of one type: the one that is open. */
async function idsOf(targets: Targets, isEnabled: boolean): Promise<readonly string[]> {
  if ('ids' in targets) return targets.ids
  const except = new Set(targets.except)
  const all = await allOf(targets.asked)
  return all.filter((one) => one.mayHide && one.isEnabled !== isEnabled && !except.has(one.id)).map(({ id }) => id)
}

export async function enable(targets: Targets, isEnabled: boolean): Promise<Undo | void> {
  const ids = await idsOf(targets, isEnabled)
  if (ids.length === 0) return undefined
  const { type } = keyOf(ids[0]!)
  const set = (to: boolean) =>
    call(constantApi.enable, { body: { type, orgId: null, codes: ids.map((id) => keyOf(id).code), isEnabled: to } })
  await set(isEnabled)
  return () => set(!isEnabled)
}

export async function remove(targets: Targets) {
  for (const id of 'ids' in targets ? targets.ids : [])
    await call(constantApi.delete, { body: { ...keyOf(id), orgId: null } })
}

/** What forms offer where one is. */
export const offeredOf = (type: string): Reading<OfferedConstant[]> => ({
  queryKey: [...constantKey, 'offered', type],
  queryFn: ({ signal }) => call(constantApi.offered, { query: { type }, signal }),
})
