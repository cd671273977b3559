import { call } from '#packages/web/core/call.ts'
import type { QueryDefinition } from '#packages/web/core/query-client.ts'
import { queryOf } from '#packages/web/core/query-of.ts'
import { useSession } from '#packages/web/core/session.ts'
import type {
  ListFilter,
  ListContext,
  ListQuery,
  ActionPreview,
  Targets,
  UndoAction,
} from '#packages/web/desk/list/list-spec.ts'
import type { FoundNode, TreeNode } from '#packages/web/desk/tree-list/tree-list-spec.ts'
import {
  orgApi,
  type Organisation,
  type OrganisationFilter,
  type OrganisationForm,
  type OrganisationSort,
} from '../contract.ts'

export const orgKey = ['org'] as const

/** Children of a node, or the roots in the user's scope. */
export const treeLevelQuery = (parentId: string | null): QueryDefinition<TreeNode[]> => ({
  queryKey: [...orgKey, 'level', parentId],
  queryFn: async ({ signal }) => {
    const nodes = await call(orgApi.tree, { query: { parentId }, signal })
    return nodes.map(({ id, name, type, userCount, belowCount, hasChild, isDisabled }) => ({
      id,
      name,
      kind: type,
      hasChild,
      count: userCount,
      below: belowCount,
      isOff: isDisabled,
    }))
  },
})

/** The organisation for an import, also if one of its departments is selected. */
export const getImportOrgId = ({ path = [] }: ListContext) =>
  path.findLast(({ kind }) => kind !== 'department')?.id ?? useSession.getState().orgId

/** List state and filters already use the contract's values; the page accepts no others. */
export const toOrganisationFilter = ({ node, below, filter }: ListFilter): OrganisationFilter => ({
  parentId: node,
  within: below ? 'below' : 'children',
  keyword: filter['keyword'] ?? '',
  type: filter['type'] as OrganisationFilter['type'],
  stage: filter['stage'] ? Number(filter['stage']) : undefined,
  status: filter['status'] as OrganisationFilter['status'],
  flag: filter['flag'] ? Number(filter['flag']) : undefined,
})

export const organisationPage = (query: ListQuery) => {
  const { sort, pageNumber, pageSize } = query
  const order = { sort: (sort?.key ?? 'sort') as OrganisationSort, desc: sort?.desc ?? false }
  return queryOf(orgKey, orgApi.search, { query: { ...toOrganisationFilter(query), ...order, pageNumber, pageSize } })
}

const maxFound = 20

/** Tree nodes by name, pinyin or initials. */
export const nodeSearchQuery = (keyword: string): QueryDefinition<FoundNode[]> => ({
  queryKey: [...orgKey, 'find', keyword],
  queryFn: async ({ signal }) => {
    const listFilter: ListFilter = { node: null, below: true, filter: { keyword } }
    const order = { sort: 'sort', desc: false, pageNumber: 1, pageSize: maxFound } as const
    const { items } = await call(orgApi.search, { query: { ...toOrganisationFilter(listFilter), ...order }, signal })
    return items.map(({ id, name }) => ({ id, name }))
  },
})

export const organisationDetail = (id: string) => queryOf(orgKey, orgApi.detail, { query: { fid: id } })

/** The parent of a node, for opening the tree there. */
export const parentQuery = (id: string): QueryDefinition<string | null> => ({
  queryKey: [...orgKey, 'parent', id],
  queryFn: async ({ signal }) => (await call(orgApi.detail, { query: { fid: id }, signal })).parentId,
})

export const addOrganisation = (values: OrganisationForm) => call(orgApi.add, { body: values })
export const editOrganisation = (values: OrganisationForm, { id }: Organisation) =>
  call(orgApi.edit, { body: { ...values, id } })

const toDisableBody = (targets: Targets, isDisabled: boolean) => ({
  targets:
    'ids' in targets
      ? { ids: [...targets.ids] }
      : { all: true as const, filter: toOrganisationFilter(targets.listFilter), except: [...targets.except] },
  isDisabled,
})

/** The effect of disabling or enabling organisations. */
export async function previewDisable(targets: Targets, isDisabled: boolean): Promise<ActionPreview> {
  const { count, already, below, people, names } = await call(orgApi.disablePreview, {
    body: toDisableBody(targets, isDisabled),
  })
  const [before, after] = isDisabled ? (['正常', '停用'] as const) : (['停用', '正常'] as const)
  const some = `${people.toLocaleString()} 人`
  return {
    count,
    names,
    ...(already > 0 && { skipped: `另有 ${already.toLocaleString()} 个已经${after}，不受影响` }),
    changes: [
      { label: '状态', before, after },
      {
        label: '可登录人员',
        before: isDisabled ? some : '0 人',
        after: isDisabled ? '0 人' : some,
        ...(isDisabled && people > 0 && { warning: `${some}将不能登录` }),
      },
    ],
    consequences: below > 0 ? [{ label: '下级机构', text: `${below.toLocaleString()} 个，各自的状态不变` }] : [],
    note: '完成后 8 秒内可以撤销',
  }
}

/** Undo concerns only the organisations that changed. */
export async function disableOrganisations(targets: Targets, isDisabled: boolean): Promise<UndoAction> {
  const { changed } = await call(orgApi.disable, { body: toDisableBody(targets, isDisabled) })
  return () => call(orgApi.disable, { body: toDisableBody({ ids: changed }, !isDisabled) })
}
