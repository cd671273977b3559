import { sql } from 'kysely'
import type { Db } from '#packages/db'

export interface MemberRow {
  id: string
  personId: string
  orgId: string
  name: string
}

export async function listMembers(db: Db, ids: readonly string[]): Promise<Map<string, MemberRow>> {
  const { rows } = await sql<MemberRow>`
    select m.id, m.person_id as "personId", m.org_id as "orgId", p.name
    from v_membership m join v_person p on p.id = m.person_id where m.id = any(${[...new Set(ids)]}::uuid[])
  `.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Of these members those who work at the school on a day. */
export async function listActiveAt(db: Db, orgId: string, ids: readonly string[], day: string): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from v_membership
    where id = any(${ids}::uuid[]) and org_id = ${orgId} and valid @> ${day}::date and not is_suspended
  `.execute(db)
  return new Set(rows.map(({ id }) => id))
}

export async function findOrgPath(db: Db, orgId: string): Promise<string> {
  const { rows } = await sql<{ path: string }>`select path::text as path from v_org where id = ${orgId}`.execute(db)
  return rows[0]!.path
}

/** The term of each group. */
export async function listTermsOfGroups(db: Db, groupIds: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; termId: string }>`
    select id, term_id as "termId" from v_teaching_group where id = any(${groupIds}::uuid[])
  `.execute(db)
  return new Map(rows.map(({ id, termId }) => [id, termId]))
}

/** Of these pairs those in which the member teaches the subject of the group, in any class, on the day. */
export async function listSubjectTeachers(
  db: Db,
  pairs: readonly { legId: string; userId: string; groupId: string; day: string }[],
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select distinct q.leg_id as id
    from unnest(${pairs.map(({ legId }) => legId)}::uuid[], ${pairs.map(({ userId }) => userId)}::uuid[],
        ${pairs.map(({ groupId }) => groupId)}::uuid[], ${pairs.map(({ day }) => day)}::date[]) as q (leg_id, user_id, group_id, day)
    join v_teaching_group g on g.id = q.group_id
    join v_teaching_assignment a on a.user_id = q.user_id and a.begins_on <= q.day and (a.over_on is null or a.over_on > q.day)
    join v_teaching_group t on t.id = a.group_id and t.subject_id = g.subject_id
  `.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** Whoever teaches these groups on a day. */
export async function listTeachersOfGroups(db: Db, groupIds: readonly string[], day: string): Promise<string[]> {
  const { rows } = await sql<{ userId: string }>`
    select distinct user_id as "userId" from v_teaching_assignment
    where group_id = any(${groupIds}::uuid[]) and begins_on <= ${day}::date and (over_on is null or over_on > ${day}::date)
  `.execute(db)
  return rows.map(({ userId }) => userId)
}
