import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#packages/db'

interface MemberRow {
  memberId: string
  personId: string
}

const listMembers = async (db: Db, day: string, where: RawBuilder<unknown>): Promise<MemberRow[]> =>
  (
    await sql<MemberRow>`
      select m.id as "memberId", m.person_id as "personId" from membership m
      where m.begins_on <= ${day}::date and (m.over_on is null or m.over_on > ${day}::date) and not m.is_suspended
        and ${where}
      order by m.sort, m.id
    `.execute(db)
  ).rows

export const listActiveByIds = (db: Db, ids: readonly string[], day: string) =>
  listMembers(db, day, sql`m.id = any(${ids}::uuid[])`)

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
