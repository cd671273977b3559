import type { Ctx } from '#packages/core'
import type { ImportTarget } from '#packages/sheet'
import { getMoment } from '../service/staff-presentation.ts'
import { countPeopleByNode } from '../staff-import-queries.ts'
import { applyImportRows } from './apply-import.ts'
import { staffColumns } from './import-columns.ts'
import { checkImportRows } from './check-import.ts'
import { listUndoableRows, undoImportRows } from './undo-import.ts'
import { listTemplateChoices, loadImportContext, getUnitLabel } from './import-context.ts'

/** The number of people per department, and per organisation below the chosen one. */
async function countByUnit(ctx: Ctx, orgId: string): Promise<Map<string, number>> {
  const context = await loadImportContext(ctx, orgId)
  const units = new Map(context.units.map((unit) => [unit.id, unit]))
  const counts = new Map<string, number>()
  for (const row of await countPeopleByNode(ctx.db, [...units.keys()], getMoment(ctx).day)) {
    const unit = units.get(row.orgId)!
    const department = unit.departments.find(({ id }) => id === row.departmentId) ?? null
    const label = getUnitLabel(context, unit, department)
    counts.set(label, (counts.get(label) ?? 0) + row.count)
  }
  return counts
}

/** Staff import: new staff, further memberships of known people, and changes of existing staff. */
export const staffImport: ImportTarget = {
  key: 'staff',
  title: '教职工',
  measure: '人',
  page: '/baseData/User',
  permission: 'user.edit',
  version: 1,
  rowsAtMost: 100_000,
  columns: staffColumns,
  notImported: ['状态', '账号', '钉钉', '离岗日期', '更新时间'],
  matchHint: '匹配规则：身份证号 → 工号 → 姓名＋手机号',
  loadContext: async (ctx, orgId) => {
    const context = await loadImportContext(ctx, orgId)
    return { orgName: context.chosen.name, choices: listTemplateChoices(context) }
  },
  examine: async (ctx, orgId, rows) => (await checkImportRows(ctx, orgId, rows)).map(({ verdict }) => verdict),
  apply: applyImportRows,
  undo: undoImportRows,
  previewUndo: listUndoableRows,
  countByUnit,
}
