import { dayOf, type Ctx } from '#packages/core'
import type { ImportTarget } from '#packages/sheet'
import { countPupilsByClass } from '../student-import-queries.ts'
import { applyImportRows } from './apply-import.ts'
import { studentColumns } from './import-columns.ts'
import { checkImportRows } from './check-import.ts'
import { listTemplateChoices, loadImportContext, getUnitLabel } from './import-context.ts'
import { listUndoableRows, undoImportRows } from './undo-import.ts'

/** The pupils per class, or per school if there are several. */
async function countByUnit(ctx: Ctx, orgId: string): Promise<Map<string, number>> {
  const context = await loadImportContext(ctx, orgId)
  const schools = new Map(context.schools.map((school) => [school.id, school]))
  const counts = new Map<string, number>()
  for (const row of await countPupilsByClass(ctx.db, [...schools.keys()], dayOf(ctx.now))) {
    const school = schools.get(row.orgId)!
    const label = getUnitLabel(context, school, school.all.find(({ id }) => id === row.classId) ?? null)
    counts.set(label, (counts.get(label) ?? 0) + row.count)
  }
  return counts
}

/** Imports pupils from a list, for example the national 学籍 export: creates, re-enrols and updates them. */
export const studentImport: ImportTarget = {
  key: 'student',
  title: '学生',
  measure: '人',
  page: '/baseData/Student',
  permission: 'student.edit',
  version: 1,
  rowsAtMost: 100_000,
  columns: studentColumns,
  notImported: ['状态', '人脸'],
  matchHint: '匹配规则：学籍号 → 身份证号 → 姓名＋本校学号',
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
