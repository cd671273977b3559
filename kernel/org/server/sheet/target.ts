import type { Ctx } from '#packages/core'
import { scopeOf } from '#packages/core'
import type { ImportTarget, SheetChoice } from '#packages/sheet'
import { orgTypes } from '../../contract.ts'
import { applyRows } from './applying.ts'
import { columns } from './columns.ts'
import { groundFor, planRows } from './examining.ts'
import { kindsBelow, treeForSheet } from './sheet-queries.ts'
import { undoableRows, undoRows } from './undoing.ts'

/** More than these nobody looks through in a drop-down. */
const offeredAtMost = 500

/** What may stand above others there: names that are not there twice. */
async function parentsAt(ctx: Ctx, path: string): Promise<SheetChoice[]> {
  const nodes = await treeForSheet(ctx.db, scopeOf(ctx, 'org.edit'), path)
  const named = Map.groupBy(nodes, ({ name }) => name)
  return nodes
    .filter(({ name, isForbidden }) => !isForbidden && named.get(name)!.length === 1)
    .slice(0, offeredAtMost)
    .map(({ name }) => ({ value: name, title: name }))
}

export const organisations: ImportTarget = {
  key: 'org',
  title: '组织机构',
  measure: '个',
  page: '/baseData/Orgs',
  permission: 'org.edit',
  version: 1,
  rowsAtMost: 5_000,
  isWhole: true,
  columns,
  notImported: ['人数', '下级', '状态'],
  keyWords: '匹配规则：同一上级下的名称',
  ground: async (ctx, orgId) => {
    const { name, path } = await groundFor(ctx, orgId)
    return { orgName: name, choices: { parent: await parentsAt(ctx, path) } }
  },
  examine: async (ctx, orgId, rows) => (await planRows(ctx, orgId, rows)).map(({ verdict }) => verdict),
  apply: applyRows,
  undo: (ctx, _, effects) => undoRows(ctx, effects),
  undoable: (ctx, _, effects) => undoableRows(ctx, effects),
  standing: async (ctx, orgId) => {
    const kinds = await kindsBelow(ctx.db, (await groundFor(ctx, orgId)).path)
    return new Map(kinds.map(({ type, count }) => [orgTypes[type].title, count]))
  },
}
