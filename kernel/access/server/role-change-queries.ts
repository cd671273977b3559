import { sql } from 'kysely'
import type { PageQuery, ScopeKind } from '#packages/contract'
import { readSqlPage, type Db } from '#packages/db'

/** The state of a role, complete enough to restore it. */
export interface RoleSnapshot {
  name: string
  remark: string
  parentId: string | null
  functions: readonly { code: string; scope: ScopeKind; orgIds: readonly string[] }[]
  hiddenFields: readonly string[]
}

interface NewRoleChange {
  id: string
  roleId: string
  by: string
  title: string
  lines: readonly string[]
  before: RoleSnapshot | null
}

export const insertRoleChange = (db: Db, { id, roleId, by, title, lines, before }: NewRoleChange, now: Date) =>
  sql`
    insert into role_change (id, role_id, changed_at, changed_by, title, lines, before)
    values (${id}, ${roleId}, ${now}, ${by}, ${title}, ${lines}::text[], ${before && JSON.stringify(before)}::jsonb)
  `.execute(db)

export const readRoleChangePage = (db: Db, roleId: string, page: PageQuery) =>
  readSqlPage<{ id: string; at: Date; by: string; title: string; lines: string[]; canBeUndone: boolean }>(
    db,
    {
      columns: sql`c.id, c.changed_at as at, coalesce(p.name, '') as by, c.title, c.lines, c.before is not null as "canBeUndone"`,
      from: sql`role_change c left join v_person p on p.id = c.changed_by where c.role_id = ${roleId}`,
      orderBy: sql`c.changed_at desc, c.id desc`,
    },
    page,
  )

export async function findRoleChange(db: Db, id: string) {
  const { rows } = await sql<{ roleId: string; at: Date; before: RoleSnapshot | null }>`
    select role_id as "roleId", changed_at as at, before from role_change where id = ${id}
  `.execute(db)
  return rows[0]
}
