import { call } from '#packages/web/core/call.ts'
import type { QueryDefinition } from '#packages/web/core/query-client.ts'
import { queryOf } from '#packages/web/core/query-of.ts'
import type { ActionPreview, Targets } from '#packages/web/desk/list/list-spec.ts'
import { orgApi, type Area, type MergeForm, type MoveForm, type SplitForm } from '../contract.ts'
import { orgKey } from './queries.ts'

/** Types of the sort endpoint. */
const sortDirections = { up: 1, down: 2, top: 3, end: 4 } as const

/** Moves down by `by` positions, or up if negative. */
export const moveInSort = (orgId: string, by: number) =>
  call(orgApi.setSort, { body: { orgId, type: by < 0 ? sortDirections.up : sortDirections.down, cnt: Math.abs(by) } })
export const moveToSortEnd = (orgId: string, end: 'top' | 'end') =>
  call(orgApi.setSort, { body: { orgId, type: sortDirections[end], cnt: 1 } })

export const moveOrganisation = (body: MoveForm) => call(orgApi.move, { body })

/** The target of an action on one row. */
export const getSingleTarget = (targets: Targets) => ('ids' in targets ? (targets.ids[0] ?? '') : '')

/** An organisation with known contents cannot be deleted; the server checks the other modules. */
export async function previewDelete(targets: Targets): Promise<ActionPreview> {
  const { name, isDisabled, childCount, userCount } = await call(orgApi.detail, {
    query: { fid: getSingleTarget(targets) },
  })
  const isFull = childCount + userCount > 0
  const obstacle = `该组织下还有${childCount}个下级、${userCount}名人员，不能删除`
  return {
    count: 1,
    names: [name],
    consequences: [],
    note: isFull ? '请先移走人员和下级' : '删除后不能恢复',
    changes: [{ label: '状态', before: isDisabled ? '停用' : '正常', after: '删除' }],
    ...(isFull && { obstacle }),
  }
}

/** POST, because proxies may drop the body of a DELETE. */
export const deleteOrganisation = async (targets: Targets) => {
  await call(orgApi.removeByPost, { body: { id: getSingleTarget(targets) } })
}

export const organisationHistoryQuery = (id: string) => queryOf(orgKey, orgApi.history, { query: { id } })

export const previewMerge = (body: MergeForm) => call(orgApi.mergePreview, { body })
export const mergeOrganisations = (body: MergeForm) => call(orgApi.merge, { body })
/** What moves to the new organisation, at present. */
export async function previewSplit({ id, name, departmentIds }: SplitForm): Promise<ActionPreview> {
  const below = await call(orgApi.tree, { query: { parentId: id } })
  const going = below.filter((one) => departmentIds.includes(one.id))
  const people = going.reduce((sum, { userCount }) => sum + userCount, 0)
  return {
    count: 1,
    names: [name],
    changes: [],
    note: '拆分后不能撤销',
    consequences: [
      { label: '划出部门', text: going.map((one) => one.name).join('、') },
      { label: '转入人员', text: `${people.toLocaleString()} 名` },
    ],
  }
}
export const splitOrganisation = (body: SplitForm) => call(orgApi.split, { body })

export const setHost = (orgId: string, host: string) => call(orgApi.setHost, { body: { orgId, host } })
export const createJoinCode = (orgId: string) => call(orgApi.newJoinCode, { body: { orgId } })
export const revokeJoinCode = (orgId: string) => call(orgApi.dropJoinCode, { body: { orgId } })

/** The whole country, loaded once: the table changes once a year. */
export const areasQuery = (): QueryDefinition<Area[]> & { staleTime: number } => ({
  queryKey: ['area', 'tree'],
  queryFn: ({ signal }) => call(orgApi.areaTree, { query: {}, signal }),
  staleTime: Infinity,
})
