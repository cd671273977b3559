import { sql } from 'kysely'
import type { Db } from '#packages/db'
import type { RolePermissionRow } from './role-definitions.ts'

interface RoleValues {
  name: string
  remark: string
  parentId: string | null
  by: string
}

export const insertRole = (
  db: Db,
  { id, orgId, name, remark, parentId, by }: RoleValues & { id: string; orgId: string | null },
  now: Date,
) =>
  db
    .insertInto('role')
    .values({
      id,
      org_id: orgId,
      title: name,
      remark,
      parent_id: parentId,
      created_at: now,
      updated_at: now,
      updated_by: by,
    })
    .execute()

/** Increments the version; changes nothing if the version is not the one that was read. */
export async function updateRole(
  db: Db,
  id: string,
  version: number,
  { name, remark, parentId, by }: RoleValues,
  now: Date,
) {
  const { numUpdatedRows } = await db
    .updateTable('role')
    .set({ title: name, remark, parent_id: parentId, version: version + 1, updated_at: now, updated_by: by })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Replaces all permission rows and hidden fields of a role. */
export async function replaceRolePermissions(
  db: Db,
  roleId: string,
  rows: readonly RolePermissionRow[],
  fields: readonly string[],
) {
  await db.deleteFrom('role_permission').where('role_id', '=', roleId).execute()
  await db.deleteFrom('role_hidden_field').where('role_id', '=', roleId).execute()
  const permissionRows = rows.map(({ permission, scope, orgIds }) => ({ permission, scope, org_ids: orgIds }))
  await sql`
    insert into role_permission (role_id, permission, scope, org_ids)
    select ${roleId}, permission, scope, org_ids
    from jsonb_to_recordset(${JSON.stringify(permissionRows)}::jsonb) as said (permission text, scope text, org_ids uuid[])
  `.execute(db)
  await sql`
    insert into role_hidden_field (role_id, field) select ${roleId}, field from unnest(${fields}::text[]) as hidden (field)
  `.execute(db)
}

/** Deletes a role with its permissions and its ended grants. */
export async function deleteRole(db: Db, id: string, version: number) {
  await db.deleteFrom('membership_role').where('role_id', '=', id).execute()
  const { numDeletedRows } = await db
    .deleteFrom('role')
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}

/** The roles that inherit from this one. */
export async function listChildRoleIds(db: Db, id: string): Promise<string[]> {
  const rows = await db.selectFrom('role').select('id').where('parent_id', '=', id).execute()
  return rows.map((role) => role.id)
}

/** Number of audiences of a role, including those without members at the moment. */
export async function countRoleAudiences(db: Db, id: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from role_audience where role_id = ${id}
  `.execute(db)
  return rows[0]!.count
}

/** Number of memberships with the role, including future grants and suspended memberships. */
export async function countRoleAssignments(db: Db, id: string, day: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct h.membership_id)::int as count
    from v_role_holding h join v_membership m on m.id = h.membership_id
    where h.role_id = ${id} and (h.over_on is null or h.over_on > ${day}::date)
      and (upper_inf(m.valid) or upper(m.valid) > ${day}::date)
  `.execute(db)
  return rows[0]!.count
}

/** Whether a person has any of these roles on that day or later, in any membership. */
export async function personHoldsRole(
  db: Db,
  personId: string,
  roleIds: readonly string[],
  day: string,
): Promise<boolean> {
  const { rows } = await sql`
    select h.role_id from v_role_holding h join v_membership m on m.id = h.membership_id
    where h.role_id = any(${roleIds}::uuid[]) and m.person_id = ${personId}
      and (h.over_on is null or h.over_on > ${day}::date) limit 1
  `.execute(db)
  return rows.length > 0
}
