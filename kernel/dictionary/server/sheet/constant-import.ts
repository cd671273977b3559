import type { ImportTarget } from '#packages/sheet'
import { mayAdd } from '../constant-policy.ts'
import { applyConstantRows, previewConstantUndo, undoConstantRows } from './apply-constant-import.ts'
import { constantColumns } from './constant-columns.ts'
import { getConstantImportContext, planConstantRows } from './plan-constant-import.ts'
import { countItemsByType } from '../constant-item-queries.ts'

export const constantImport: ImportTarget = {
  key: 'constant',
  title: '常量',
  measure: '项',
  page: '/systemSet/Constant',
  permission: 'const.edit',
  version: 1,
  rowsAtMost: 2_000,
  isWhole: true,
  columns: constantColumns,
  matchHint: '匹配规则：类型和编码',
  loadContext: async (ctx, orgId) => {
    const { org, rights, kinds } = await getConstantImportContext(ctx, orgId)
    const open = kinds.filter((kind) => mayAdd(kind, rights))
    return { orgName: org.name, choices: { type: open.map(({ name }) => ({ value: name, title: name })) } }
  },
  examine: async (ctx, orgId, rows) => (await planConstantRows(ctx, orgId, rows)).map(({ verdict }) => verdict),
  apply: applyConstantRows,
  undo: undoConstantRows,
  previewUndo: previewConstantUndo,
  countByUnit: async (ctx, orgId) => {
    const { org, kinds } = await getConstantImportContext(ctx, orgId)
    const counts = await countItemsByType(ctx.db, org.path)
    return new Map(
      kinds.map(({ code, name, builtIn }) => [name, (builtIn?.items.length ?? 0) + (counts.get(code) ?? 0)]),
    )
  },
}
