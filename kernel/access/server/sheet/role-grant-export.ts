import { z } from 'zod'
import { idOf } from '#packages/contract'
import { dayOf, orNotFound, scopeOf, type Ctx } from '#packages/core'
import type { ExportColumn, ExportSource } from '#packages/sheet'
import { findRole } from '../role-queries.ts'
import { countGrants, listGrantsAfter, type RoleGrantRow } from './role-grant-sheet-queries.ts'

/** One role, or all roles if null. */
const filter = z.object({ roleId: idOf('role').nullable().default(null) })
type GrantExportFilter = z.output<typeof filter>

interface GrantExportColumn extends ExportColumn {
  of(grant: RoleGrantRow): string
}
const column = (key: string, title: string, width: number, of: GrantExportColumn['of']): GrantExportColumn => ({
  key,
  title,
  width,
  of,
})

const assignmentLabels = { person: '按人', org: '按单位', post: '按岗位' } as const

const columns: readonly GrantExportColumn[] = [
  column('role', '角色', 18, ({ roleName }) => roleName),
  column('owner', '角色归属', 24, ({ roleOrg }) => roleOrg || '本区'),
  column('name', '姓名', 12, ({ name }) => name),
  column('number', '工号', 12, ({ number }) => number),
  column('org', '单位', 24, ({ orgName }) => orgName),
  column('department', '部门', 18, ({ departmentName }) => departmentName),
  column('post', '职务', 14, ({ post }) => post),
  column('way', '方式', 8, ({ via }) => assignmentLabels[via]),
  column('from', '开始', 12, ({ from }) => from ?? ''),
  column('to', '结束', 12, ({ to }) => to ?? ''),
  column('grantor', '授予人', 12, ({ grantor }) => grantor),
]

/** A role out of scope counts as not found. */
async function findFilteredRole(ctx: Ctx, { roleId }: GrantExportFilter) {
  return roleId === null ? null : orNotFound(await findRole(ctx.db, scopeOf(ctx, 'role.read'), roleId), '角色')
}
const getGrantFilter = async (ctx: Ctx, filterValue: GrantExportFilter) => ({
  roleId: (await findFilteredRole(ctx, filterValue))?.id ?? null,
  day: dayOf(ctx.now),
})

type GrantCursor = Pick<RoleGrantRow, 'roleId' | 'orgPath' | 'sort' | 'userId' | 'audienceId'>
const encodeCursor = ({ roleId, orgPath, sort, userId, audienceId }: GrantCursor) =>
  JSON.stringify({ roleId, orgPath, sort, userId, audienceId })

/** All role grants that are valid today or later, by name or by audience. */
export const roleGrantExport: ExportSource<GrantExportFilter> = {
  key: 'role-member',
  title: '角色成员',
  measure: '条',
  permission: 'role.read',
  isOfPeople: true,
  filter,
  columns: columns.map(({ of: _, ...facts }) => facts),
  describe: async (ctx, filterValue) => {
    const role = await findFilteredRole(ctx, filterValue)
    return role ? `角色“${role.name}”的成员` : '全部角色的成员'
  },
  count: async (ctx, filterValue) =>
    countGrants(ctx.db, scopeOf(ctx, 'role.read'), await getGrantFilter(ctx, filterValue)),
  read: async (ctx, filterValue, { columns: keys, after, limit }) => {
    const cursor = after === null ? null : (JSON.parse(after) as GrantCursor)
    const rows = await listGrantsAfter(ctx.db, scopeOf(ctx, 'role.read'), await getGrantFilter(ctx, filterValue), {
      after: cursor,
      limit,
    })
    const chosen = keys.flatMap((key) => columns.find((one) => one.key === key) ?? [])
    return {
      rows: rows.map((row) => chosen.map((one) => one.of(row))),
      after: rows.length < limit ? null : encodeCursor(rows.at(-1)!),
    }
  },
}
