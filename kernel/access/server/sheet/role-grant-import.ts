import { dayOf } from '#packages/core'
import type { ImportTarget } from '#packages/sheet'
import { loadRoleDefinitions } from '../service/load-role-definitions.ts'
import { listAssignableRoleIds } from '../service/roles.ts'
import { applyGrantRows, listUndoableGrants, undoGrantRows } from './apply-role-grants.ts'
import { roleGrantColumns } from './role-grant-columns.ts'
import { getRoleImportContext, planGrantRows } from './plan-role-grants.ts'
import { countGrantsByRole } from './role-grant-sheet-queries.ts'

/** Imports role grants for the people of one organisation. */
export const roleGrantImport: ImportTarget = {
  key: 'role-member',
  title: '角色成员',
  measure: '条',
  page: '/systemSet/Role',
  permission: 'role.assign',
  version: 1,
  rowsAtMost: 2_000,
  isWhole: true,
  columns: roleGrantColumns,
  matchHint: '匹配规则：工号和姓名；没有同名时姓名即可',
  loadContext: async (ctx, orgId) => {
    const { org, roles } = await getRoleImportContext(ctx, orgId)
    const all = [...roles.values()].map(({ role }) => role)
    const definitions = await loadRoleDefinitions(ctx, [...roles.keys()])
    const assignable = await listAssignableRoleIds(ctx, all, { below: org.path }, definitions, false)
    const offered = [...roles].filter(([id]) => assignable.has(id)).map(([value, { title }]) => ({ value, title }))
    return { orgName: org.name, choices: { role: offered } }
  },
  examine: async (ctx, orgId, rows) => (await planGrantRows(ctx, orgId, rows)).map(({ verdict }) => verdict),
  apply: applyGrantRows,
  undo: undoGrantRows,
  previewUndo: listUndoableGrants,
  countByUnit: async (ctx, orgId) => {
    const { org, roles } = await getRoleImportContext(ctx, orgId)
    const given = await countGrantsByRole(ctx.db, org.id, dayOf(ctx.now))
    return new Map(given.flatMap(({ roleId, count }) => (roles.has(roleId) ? [[roles.get(roleId)!.title, count]] : [])))
  },
}
