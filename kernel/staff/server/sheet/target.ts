import type { Ctx } from '#packages/core'
import type { ImportTarget } from '#packages/sheet'
import { momentOf } from '../service/presenting.ts'
import { peopleByNode } from '../sheet-queries.ts'
import { applyRows } from './applying.ts'
import { staffColumns } from './columns.ts'
import { judgeRows } from './judging.ts'
import { undoableRows, undoRows } from './undoing.ts'
import { choicesOf, groundOf, labelOf } from './units.ts'

/** How many there are in each department, and in each organisation below the chosen one. */
async function standing(ctx: Ctx, orgId: string): Promise<Map<string, number>> {
  const ground = await groundOf(ctx, orgId)
  const units = new Map(ground.units.map((unit) => [unit.id, unit]))
  const counts = new Map<string, number>()
  for (const row of await peopleByNode(ctx.db, [...units.keys()], momentOf(ctx).day)) {
    const unit = units.get(row.orgId)!
    const department = unit.departments.find(({ id }) => id === row.departmentId) ?? null
    const label = labelOf(ground, unit, department)
    counts.set(label, (counts.get(label) ?? 0) + row.count)
  }
  return counts
}

/** Colleagues from a list: new ones, further places of those whom the district knows, and what is new about the rest. */
export const staffTarget: ImportTarget = {
  key: 'staff',
  title: '教职工',
  measure: '人',
  page: '/baseData/User',
  permission: 'user.edit',
  version: 1,
  rowsAtMost: 100_000,
  columns: staffColumns,
  notImported: ['状态', '账号', '钉钉', '离岗日期', '更新时间'],
  keyWords: '匹配规则：身份证号 → 工号 → 姓名＋手机号',
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
