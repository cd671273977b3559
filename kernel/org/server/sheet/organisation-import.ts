import type { Ctx } from '#packages/core'
import { scopeOf } from '#packages/core'
import type { ImportTarget, SheetChoice } from '#packages/sheet'
import { orgTypes } from '../../contract.ts'
import { applyImportRows } from './apply-import.ts'
import { importColumns } from './import-columns.ts'
import { getImportRoot, planImportRows } from './plan-import.ts'
import { countByTypeBelow, listTreeForSheet } from './sheet-queries.ts'
import { listUndoableRows, undoImportRows } from './undo-import.ts'

/** More choices are not usable in a drop-down. */
const maxChoices = 500

/** Possible parents with unique names. */
async function listParentChoices(ctx: Ctx, path: string): Promise<SheetChoice[]> {
  const nodes = await listTreeForSheet(ctx.db, scopeOf(ctx, 'org.edit'), path)
  const named = Map.groupBy(nodes, ({ name }) => name)
  return nodes
    .filter(({ name, isDisabled }) => !isDisabled && named.get(name)!.length === 1)
    .slice(0, maxChoices)
    .map(({ name }) => ({ value: name, title: name }))
}

export const organisationImport: ImportTarget = {
  key: 'org',
  title: '组织机构',
  measure: '个',
  page: '/baseData/Orgs',
  permission: 'org.edit',
  version: 1,
  rowsAtMost: 5_000,
  isWhole: true,
  columns: importColumns,
  notImported: ['人数', '下级', '状态'],
  matchHint: '匹配规则：同一上级下的名称',
  loadContext: async (ctx, orgId) => {
    const { name, path } = await getImportRoot(ctx, orgId)
    return { orgName: name, choices: { parent: await listParentChoices(ctx, path) } }
  },
  examine: async (ctx, orgId, rows) => (await planImportRows(ctx, orgId, rows)).map(({ verdict }) => verdict),
  apply: applyImportRows,
  undo: (ctx, _, effects) => undoImportRows(ctx, effects),
  previewUndo: (ctx, _, effects) => listUndoableRows(ctx, effects),
  countByUnit: async (ctx, orgId) => {
    const kinds = await countByTypeBelow(ctx.db, (await getImportRoot(ctx, orgId)).path)
    return new Map(kinds.map(({ type, count }) => [orgTypes[type].title, count]))
  },
}
