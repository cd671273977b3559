import { z } from 'zod'
import type { ExportCell, ExportSource } from '#packages/sheet'
import type { Ctx } from '#packages/core'
import { constantFilter, constantLevels, constantStates, itemsAtMost, type ConstantFilter } from '../../contract.ts'
import { countConstantUses } from '../platform-constants.ts'
import type { ResolvedConstant } from '../resolve-constants.ts'
import { toCountedItems, filterConstants } from '../service/list-constants.ts'

const ids = z.array(z.string().max(100)).max(itemsAtMost).optional()
const filter = constantFilter.extend({ ids, except: ids })
type ConstantExportFilter = ConstantFilter & { ids?: string[] | undefined; except?: string[] | undefined }

interface ExportLine {
  item: ResolvedConstant
  type: string
  uses: number | null
}
const cells: Readonly<Record<string, (line: ExportLine) => ExportCell>> = {
  type: ({ type }) => type,
  code: ({ item }) => item.code,
  name: ({ item }) => item.name,
  parent: ({ item }) => item.parentCode,
  sort: ({ item }) => item.sort,
  level: ({ item }) => constantLevels[item.level],
  days: ({ item: { fromOn, toOn } }) => (fromOn || toOn ? `${fromOn ?? ''} 至 ${toOn ?? ''}`.trim() : ''),
  uses: ({ uses }) => uses,
  state: ({ item }) => constantStates[item.isEnabled ? 'on' : 'off'],
}

async function listChosenConstants(ctx: Ctx, { ids: ticked, except = [], ...query }: ConstantExportFilter) {
  const { kind, fitting } = await filterConstants(ctx, query)
  const idOf = ({ code }: ResolvedConstant) => `${kind.code}/${code}`
  return { kind, items: fitting.filter((item) => ticked?.includes(idOf(item)) ?? !except.includes(idOf(item))) }
}

export const constantExport: ExportSource<ConstantExportFilter> = {
  key: 'constant',
  title: '常量',
  measure: '项',
  permission: 'const.read',
  isOfPeople: false,
  filter,
  columns: [
    { key: 'type', title: '类型', width: 16 },
    { key: 'code', title: '编码', width: 16 },
    { key: 'name', title: '名称', width: 28 },
    { key: 'parent', title: '上级编码', width: 16 },
    { key: 'sort', title: '排序', width: 8, kind: 'number' },
    { key: 'level', title: '来源', width: 8 },
    { key: 'days', title: '起止日期', width: 24 },
    { key: 'uses', title: '使用', width: 8, kind: 'number' },
    { key: 'state', title: '状态', width: 8 },
  ],
  describe: async (ctx, query) => {
    const { kind } = await filterConstants(ctx, query)
    return [
      kind.name,
      ...(query.ids ? [`已勾选的${query.ids.length}项`] : []),
      ...(query.except?.length ? [`除去${query.except.length}项`] : []),
      ...(query.state ? [constantStates[query.state]] : []),
      ...(query.keyword ? [`含“${query.keyword}”`] : []),
    ].join('，')
  },
  count: async (ctx, query) => (await listChosenConstants(ctx, query)).items.length,
  // A type fits into one or two pages, so the index serves as the cursor.
  read: async (ctx, query, { columns, after, limit }) => {
    const { kind, items } = await listChosenConstants(ctx, query)
    const start = Number(after ?? 0)
    const piece = items.slice(start, start + limit)
    const uses = await countConstantUses(ctx, kind.code, toCountedItems(piece))
    const lines = piece.map((item) => ({ item, type: kind.name, uses: uses?.get(item.code) ?? null }))
    return {
      rows: lines.map((line) => columns.map((key) => cells[key]?.(line) ?? null)),
      after: start + limit < items.length ? String(start + limit) : null,
    }
  },
}
