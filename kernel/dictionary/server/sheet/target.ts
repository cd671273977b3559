import type { ImportTarget } from '#packages/sheet'
import { mayAdd } from '../policy.ts'
import { applyRows, undoableRows, undoRows } from './applying.ts'
import { columns } from './columns.ts'
import { groundFor, planRows } from './planning.ts'
import { countsOnPath } from '../item-queries.ts'

export const constantTarget: ImportTarget = {
  key: 'constant',
  title: '常量',
  measure: '项',
  page: '/systemSet/Constant',
  permission: 'const.edit',
  version: 1,
  rowsAtMost: 2_000,
  isWhole: true,
  columns,
  keyWords: '匹配规则：类型和编码',
  ground: async (ctx, orgId) => {
    const { org, standing, kinds } = await groundFor(ctx, orgId)
    const open = kinds.filter((kind) => mayAdd(kind, standing))
    return { orgName: org.name, choices: { type: open.map(({ name }) => ({ value: name, title: name })) } }
  },
  examine: async (ctx, orgId, rows) => (await planRows(ctx, orgId, rows)).map(({ verdict }) => verdict),
  apply: applyRows,
  undo: undoRows,
  undoable: undoableRows,
  standing: async (ctx, orgId) => {
    const { org, kinds } = await groundFor(ctx, orgId)
    const counts = await countsOnPath(ctx.db, org.path)
    return new Map(
      kinds.map(({ code, name, shipped }) => [name, (shipped?.items.length ?? 0) + (counts.get(code) ?? 0)]),
    )
  },
}
