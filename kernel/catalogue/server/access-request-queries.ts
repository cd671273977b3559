import { sql } from 'kysely'
import type { Db } from '#packages/db'
import type { AccessTarget } from '../contract.ts'

export const hasPendingAccessRequest = async (
  db: Db,
  userId: string,
  { kind, target }: AccessTarget,
): Promise<boolean> =>
  (await db
    .selectFrom('access_request')
    .select('id')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('target', '=', target)
    .where('status', '=', 'waiting')
    .executeTakeFirst()) !== undefined

/** The role that an approver chose. */
export const setRequestedRole = (db: Db, id: string, roleId: string | null) =>
  db.updateTable('access_request').set({ role_id: roleId }).where('id', '=', id).execute()

/** The applicant says again what it is for, after the request was returned. */
export const setRequestReason = (db: Db, table: 'access_request' | 'app_request', id: string, reason: string) =>
  db.updateTable(table).set({ reason }).where('id', '=', id).execute()

/** Name, organisation and office phone of people, in the given order. */
export async function listDeciderContacts(db: Db, people: readonly { personId: string; orgId: string }[]) {
  const { rows } = await sql<{ name: string; orgName: string; phone: string }>`
    select p.name, o.name as "orgName", o.phone
    from jsonb_to_recordset(${JSON.stringify(people.map((one, at) => ({ ...one, at })))}::jsonb)
      as w ("personId" uuid, "orgId" uuid, at int)
    join v_person p on p.id = w."personId"
    join v_org o on o.id = w."orgId"
    order by w.at
  `.execute(db)
  return rows
}

/** The roles that an application is granted to today. */
export async function listRolesWithApp(db: Db, key: string, day: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select object_id as id from app_grant
    where app_key = ${key} and object_kind = 'role' and not is_refused
      and (begins_on is null or begins_on <= ${day}::date) and (over_on is null or over_on > ${day}::date)
    limit 200
  `.execute(db)
  return rows.map(({ id }) => id)
}
