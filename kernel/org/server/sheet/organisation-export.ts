import { z } from 'zod'
import { idOf } from '#packages/contract'
import { scopeOf, type Ctx } from '#packages/core'
import type { ExportCell, ExportSource } from '#packages/sheet'
import { organisationFilter, orgTypes, properties, stages, type OrganisationFilter } from '../../contract.ts'
import { getSearchStart } from '../service/organisations.ts'
import { formatStages } from './import-columns.ts'
import {
  countForSheet,
  listForSheet,
  getPathTitles,
  type ListedOrganisation,
  type OrganisationSheetFilter,
} from './sheet-queries.ts'

const idsAtMost = 5_000
const ids = z.array(idOf('organisation')).max(idsAtMost, `一次最多选择${idsAtMost}个机构`).optional()

type ListedWithParent = ListedOrganisation & { parentTitle: string }

const cells: Readonly<Record<string, (row: ListedWithParent) => ExportCell>> = {
  name: ({ name }) => name,
  parent: ({ parentTitle }) => parentTitle,
  type: ({ type }) => orgTypes[type].title,
  stages: (row) => formatStages(row.stages),
  property: ({ property }) => (property === null ? '' : properties[property as keyof typeof properties]),
  people: ({ userCount }) => userCount,
  children: ({ childCount }) => childCount,
  contactName: ({ contactName }) => contactName,
  phone: ({ phone }) => phone,
  address: ({ address }) => address,
  status: ({ isDisabled }) => (isDisabled ? '停用' : '启用'),
}

const getSearchScope = async (ctx: Ctx, { parentId }: OrganisationFilter) => {
  const scope = scopeOf(ctx, 'org.read')
  return { scope, start: await getSearchStart(ctx, scope, parentId) }
}

function parseCursor(after: string | null) {
  if (after === null) return null
  const [sort, id] = after.split('/') as [string, string]
  return { sort: Number(sort), id }
}

export const organisationExport: ExportSource<OrganisationSheetFilter> = {
  key: 'org',
  title: '组织机构',
  measure: '个',
  permission: 'org.read',
  isOfPeople: false,
  columns: [
    { key: 'name', title: '名称', width: 28 },
    { key: 'parent', title: '上级', width: 28 },
    { key: 'type', title: '类型', width: 14 },
    { key: 'stages', title: '学段', width: 14 },
    { key: 'property', title: '办别', width: 14 },
    { key: 'people', title: '人数', width: 8, kind: 'number' },
    { key: 'children', title: '下级', width: 8, kind: 'number' },
    { key: 'contactName', title: '联系人', width: 12 },
    { key: 'phone', title: '电话', width: 18 },
    { key: 'address', title: '地址', width: 36 },
    { key: 'status', title: '状态', width: 8 },
  ],
  filter: organisationFilter.extend({ ids, except: ids }),
  describe: async (ctx, filter) => {
    const { start } = await getSearchScope(ctx, filter)
    const { within, keyword, type, stage, status, ids: ticked, except = [] } = filter
    return [
      start?.name ?? '全部可见机构',
      within === 'below' ? '含各级下级' : '直接下级',
      ...(ticked ? [`已勾选的${ticked.length}个`] : []),
      ...(except.length > 0 ? [`除去${except.length}个`] : []),
      ...(type ? [orgTypes[type].title] : []),
      ...(stage ? [stages[stage as keyof typeof stages]] : []),
      ...(status ? [status === 'disabled' ? '停用' : '启用'] : []),
      ...(keyword ? [`含“${keyword}”`] : []),
    ].join('，')
  },
  count: async (ctx, filter) => {
    const { scope, start } = await getSearchScope(ctx, filter)
    return countForSheet(ctx.db, scope, start, filter)
  },
  read: async (ctx, filter, { columns, after, limit }) => {
    const { scope, start } = await getSearchScope(ctx, filter)
    const found = await listForSheet(ctx.db, scope, start, filter, parseCursor(after), limit)
    const last = found.at(-1)
    const titles = await getPathTitles(ctx.db, [...new Set(found.flatMap(({ parentId }) => parentId ?? []))])
    const listed = found.map((row): ListedWithParent => ({ ...row, parentTitle: titles.get(row.parentId ?? '') ?? '' }))
    return {
      rows: listed.map((row) => columns.map((key) => cells[key]?.(row) ?? null)),
      after: last && found.length === limit ? `${last.sort}/${last.id}` : null,
    }
  },
}
