import { sql } from 'kysely'
import type { Db } from '#packages/db'
import { isValidOn } from './role-holding-queries.ts'

/** The role that belongs to this membership alone. */
export async function findMemberRole(db: Db, userId: string) {
  const { rows } = await sql<{ id: string; name: string; remark: string; version: number }>`
    select id, title as name, remark, version from role where sole_member_id = ${userId}
  `.execute(db)
  return rows[0]
}

/** Titles of this organisation's roles that begin like this one: two people of a school may have one name. */
export async function listTitlesLike(db: Db, orgId: string, title: string): Promise<string[]> {
  const { rows } = await sql<{ title: string }>`
    select title from role where org_id = ${orgId} and starts_with(title, ${title})
  `.execute(db)
  return rows.map((row) => row.title)
}

export const insertMemberRole = (
  db: Db,
  { id, orgId, userId, title, by }: { id: string; orgId: string; userId: string; title: string; by: string },
  now: Date,
) =>
  db
    .insertInto('role')
    .values({
      id,
      org_id: orgId,
      title,
      remark: '',
      sole_member_id: userId,
      created_at: now,
      updated_at: now,
      updated_by: by,
    })
    .execute()

export interface OrgRoleHolder {
  userId: string
  name: string
  post: string
  roleIds: string[]
}

/** The members of an organisation with the roles of this list that they hold on the day, by name or by audience. */
export async function listOrgRoleHolders(
  db: Db,
  { orgId, roleIds, day }: { orgId: string; roleIds: readonly string[]; day: string },
): Promise<OrgRoleHolder[]> {
  const { rows } = await sql<OrgRoleHolder>`
    select m.id as "userId", p.name, m.post, array_agg(distinct h.role_id) as "roleIds"
    from v_membership m join v_person p on p.id = m.person_id join v_role_holding h on h.membership_id = m.id
    where m.org_id = ${orgId} and h.role_id = any(${roleIds}::uuid[]) and ${isValidOn('h', day)}
      and m.valid @> ${day}::date and not m.is_suspended
    group by m.id, p.name, m.post, m.sort order by m.sort, m.id
  `.execute(db)
  return rows
}

/** Members of an organisation by name, a few for a search. */
export async function searchOrgMembers(
  db: Db,
  { orgId, part, day, limit }: { orgId: string; part: string; day: string; limit: number },
) {
  const { rows } = await sql<{ userId: string; name: string; post: string }>`
    select m.id as "userId", p.name, m.post from v_membership m join v_person p on p.id = m.person_id
    where m.org_id = ${orgId} and m.valid @> ${day}::date and not m.is_suspended
      and (p.name like ${part} or p.pinyin like ${part} or p.pinyin_initials like ${part})
    order by m.sort, m.id limit ${limit}
  `.execute(db)
  return rows
}
