import { dayOf } from '#packages/core'
import type { ImportTarget } from '#packages/sheet'
import { readBook } from '../service/books.ts'
import { assignableTo } from '../service/roles.ts'
import { applyRows, undoableRows, undoRows } from './applying.ts'
import { columns } from './columns.ts'
import { groundFor, planRows } from './planning.ts'
import { givenIn } from './sheet-queries.ts'

/** Roles for people of one organisation, by name. */
export const memberTarget: ImportTarget = {
  key: 'role-member',
  title: '角色成员',
  measure: '条',
  page: '/systemSet/Role',
  permission: 'role.assign',
  version: 1,
  rowsAtMost: 2_000,
  isWhole: true,
  columns,
  keyWords: '匹配规则：工号和姓名；没有同名时姓名即可',
  ground: async (ctx, orgId) => {
    const { org, roles } = await groundFor(ctx, orgId)
    const all = [...roles.values()].map(({ role }) => role)
    const book = await readBook(ctx, [...roles.keys()])
    const assignable = await assignableTo(ctx, all, { below: org.path }, book, false)
    const offered = [...roles].filter(([id]) => assignable.has(id)).map(([value, { title }]) => ({ value, title }))
    return { orgName: org.name, choices: { role: offered } }
  },
  examine: async (ctx, orgId, rows) => (await planRows(ctx, orgId, rows)).map(({ verdict }) => verdict),
  apply: applyRows,
  undo: undoRows,
  undoable: undoableRows,
  standing: async (ctx, orgId) => {
    const { org, roles } = await groundFor(ctx, orgId)
    const given = await givenIn(ctx.db, org.id, dayOf(ctx.now))
    return new Map(given.flatMap(({ roleId, count }) => (roles.has(roleId) ? [[roles.get(roleId)!.title, count]] : [])))
  },
}
