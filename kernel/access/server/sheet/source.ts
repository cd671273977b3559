import { z } from 'zod'
import { idOf } from '#packages/contract'
import { dayOf, found, scopeOf, type Ctx } from '#packages/core'
import type { ExportColumn, ExportSource } from '#packages/sheet'
import { findRole } from '../role-queries.ts'
import { countGrants, pieceOfGrants, type GrantRow } from './sheet-queries.ts'

/** One role, or without it all of them. */
const filter = z.object({ roleId: idOf('role').nullable().default(null) })
type Filter = z.output<typeof filter>

interface Column extends ExportColumn {
  of(grant: GrantRow): string
}
const column = (key: string, title: string, width: number, of: Column['of']): Column => ({ key, title, width, of })

const ways = { person: '按人', org: '按单位', post: '按岗位' } as const

const columns: readonly Column[] = [
  column('role', '角色', 18, ({ roleName }) => roleName),
  column('owner', '角色归属', 24, ({ roleOrg }) => roleOrg || '本区'),
  column('name', '姓名', 12, ({ name }) => name),
  column('number', '工号', 12, ({ number }) => number),
  column('org', '单位', 24, ({ orgName }) => orgName),
  column('department', '部门', 18, ({ departmentName }) => departmentName),
  column('post', '职务', 14, ({ post }) => post),
  column('way', '方式', 8, ({ via }) => ways[via]),
  column('from', '开始', 12, ({ from }) => from ?? ''),
  column('to', '结束', 12, ({ to }) => to ?? ''),
  column('grantor', '授予人', 12, ({ grantor }) => grantor),
]

/** What is asked for; a role out of reach is not there. */
async function roleAsked(ctx: Ctx, { roleId }: Filter) {
  return roleId === null ? null : found(await findRole(ctx.db, scopeOf(ctx, 'role.read'), roleId), '角色')
}
const askedOf = async (ctx: Ctx, asked: Filter) => ({
  roleId: (await roleAsked(ctx, asked))?.id ?? null,
  day: dayOf(ctx.now),
})

type Place = Pick<GrantRow, 'roleId' | 'orgPath' | 'sort' | 'userId' | 'audienceId'>
const cursorOf = ({ roleId, orgPath, sort, userId, audienceId }: Place) =>
  JSON.stringify({ roleId, orgPath, sort, userId, audienceId })

/** Who has which role, by whichever way, today or from a day to come. */
export const grantList: ExportSource<Filter> = {
  key: 'role-member',
  title: '角色成员',
  measure: '条',
  permission: 'role.read',
  isOfPeople: true,
  filter,
  columns: columns.map(({ of: _, ...facts }) => facts),
  describe: async (ctx, asked) => {
    const role = await roleAsked(ctx, asked)
    return role ? `角色“${role.name}”的成员` : '全部角色的成员'
  },
  count: async (ctx, asked) => countGrants(ctx.db, scopeOf(ctx, 'role.read'), await askedOf(ctx, asked)),
  read: async (ctx, asked, { columns: keys, after, limit }) => {
    const place = after === null ? null : (JSON.parse(after) as Place)
    const rows = await pieceOfGrants(ctx.db, scopeOf(ctx, 'role.read'), await askedOf(ctx, asked), {
      after: place,
      limit,
    })
    const chosen = keys.flatMap((key) => columns.find((one) => one.key === key) ?? [])
    return {
      rows: rows.map((row) => chosen.map((one) => one.of(row))),
      after: rows.length < limit ? null : cursorOf(rows.at(-1)!),
    }
  },
}
