import { dayOf, type Ctx } from '#packages/core'
import type { ImportTarget } from '#packages/sheet'
import { pupilsByClass } from '../sheet-queries.ts'
import { applyRows } from './applying.ts'
import { studentColumns } from './columns.ts'
import { judgeRows } from './judging.ts'
import { choicesOf, groundOf, labelOf } from './schools.ts'
import { undoableRows, undoRows } from './undoing.ts'

/** How many there are in each class, or in each school where there are several. */
async function standing(ctx: Ctx, orgId: string): Promise<Map<string, number>> {
  const ground = await groundOf(ctx, orgId)
  const schools = new Map(ground.schools.map((school) => [school.id, school]))
  const counts = new Map<string, number>()
  for (const row of await pupilsByClass(ctx.db, [...schools.keys()], dayOf(ctx.now))) {
    const school = schools.get(row.orgId)!
    const label = labelOf(ground, school, school.all.find(({ id }) => id === row.classId) ?? null)
    counts.set(label, (counts.get(label) ?? 0) + row.count)
  }
  return counts
}

/** Pupils from a list, the national 学籍 export among them: new ones, those who come back, and what is new about the rest. */
export const studentTarget: ImportTarget = {
  key: 'student',
  title: '学生',
  measure: '人',
  page: '/baseData/Student',
  permission: 'student.edit',
  version: 1,
  rowsAtMost: 100_000,
  columns: studentColumns,
  notImported: ['状态', '人脸'],
  keyWords: '匹配规则：学籍号 → 身份证号 → 姓名＋本校学号',
  ground: async (ctx, orgId) => {
    const ground = await groundOf(ctx, orgId)
    return { orgName: ground.chosen.name, choices: choicesOf(ground) }
  },
  examine: async (ctx, orgId, rows) => (await judgeRows(ctx, orgId, rows)).map(({ verdict }) => verdict),
  apply: applyRows,
  undo: undoRows,
  undoable: undoableRows,
  standing,
}
