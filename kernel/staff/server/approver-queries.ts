import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#packages/db'

interface MemberRow {
  memberId: string
  personId: string
}

const isActiveOn = (day: string) =>
  sql`m.begins_on <= ${day}::date and (m.over_on is null or m.over_on > ${day}::date) and not m.is_suspended`

const listMembers = async (db: Db, day: string, where: RawBuilder<unknown>): Promise<MemberRow[]> =>
  (
    await sql<MemberRow>`
      select m.id as "memberId", m.person_id as "personId" from membership m
      where ${isActiveOn(day)} and ${where}
      order by m.sort, m.id
    `.execute(db)
  ).rows

/** Those of these members who are active; with `within`, only at these organisations or those above them. */
export const listActiveByIds = (db: Db, ids: readonly string[], day: string, within?: readonly string[]) =>
  listMembers(
    db,
    day,
    within
      ? sql`m.id = any(${ids}::uuid[]) and m.org_id in (
          select above.id from v_org here join v_org above on here.path <@ above.path
          where here.id = any(${within}::uuid[]))`
      : sql`m.id = any(${ids}::uuid[])`,
  )

async function listNamed(db: Db, day: string, where: RawBuilder<unknown>) {
  const { rows } = await sql<MemberRow & { name: string; orgId: string }>`
    select m.id as "memberId", m.person_id as "personId", p.name, m.org_id as "orgId"
    from membership m join v_person p on p.id = m.person_id
    where ${where} and ${isActiveOn(day)}
  `.execute(db)
  return rows
}

/** Those of these members who are active, with name and organisation. */
export const listNamedMembers = (db: Db, ids: readonly string[], day: string) =>
  listNamed(db, day, sql`m.id = any(${ids}::uuid[])`)

export const listNamedMembershipsOf = (db: Db, personId: string, day: string) =>
  listNamed(db, day, sql`m.person_id = ${personId}`)

/** 教务处 · 干事; empty for somebody who is no member of staff. */
export async function describeMembership(db: Db, memberId: string): Promise<string> {
  const { rows } = await sql<{ department: string | null; post: string }>`
    select d.name as department, m.post from membership m left join v_org d on d.id = m.department_id
    where m.id = ${memberId}
  `.execute(db)
  return [rows[0]?.department, rows[0]?.post].filter(Boolean).join(' · ')
}

/** The organisation of a flow, the one above it, or the bureau. */
export type ApproverOrg = 'own' | 'parent' | 'district'

const orgOf = (orgId: string, where: ApproverOrg) => {
  if (where === 'own') return sql`${orgId}::uuid`
  return where === 'parent'
    ? sql`(select o.parent_id from v_org o where o.id = ${orgId})`
    : sql`(select o.id from v_org o where o.parent_id is null limit 1)`
}

export const listByPost = (db: Db, orgId: string, where: ApproverOrg, post: string, day: string) =>
  listMembers(db, day, sql`m.org_id = ${orgOf(orgId, where)} and m.post = ${post}`)

/** 校长, 园长, 局长, 院长: no deputies. */
export const listOrganisationHeads = (db: Db, orgId: string, where: ApproverOrg, day: string) =>
  listMembers(db, day, sql`m.org_id = ${orgOf(orgId, where)} and m.post ~ '^(校长|园长|局长|院长)$'`)

/**
 * The heads of the department of a member, so many levels up (1 is the own department). The member is not among them.
 */
export const listDepartmentHeads = (db: Db, memberId: string, levels: number, day: string) =>
  listMembers(
    db,
    day,
    sql`m.id <> ${memberId} and m.post ~ '(主任|处长|科长|部长|组长|负责人)$' and m.post !~ '副|班主任|备课组长' and m.department_id = (
      select above.id
      from membership own
      join v_org d on d.id = own.department_id
      join v_org above on d.path <@ above.path and above.type = 'department'
      where own.id = ${memberId}
      order by nlevel(above.path) desc offset ${levels - 1}::int limit 1)`,
  )

/** The organisation of a member. */
export const listHeadsOfMember = (db: Db, memberId: string, day: string) =>
  listMembers(
    db,
    day,
    sql`m.id <> ${memberId} and m.post ~ '^(校长|园长|局长|院长)$'
      and m.org_id = (select own.org_id from membership own where own.id = ${memberId})`,
  )
