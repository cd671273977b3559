import { sql } from 'kysely'
import type { Db } from '#packages/db'
import type { ContactScope } from '../contract.ts'

export interface ContactSettingRow {
  personId: string
  scope: ContactScope
  parentVisible: boolean
  /** Minutes after midnight. */
  quietFrom: number | null
  quietTo: number | null
  version: number
}

const settingColumns = sql`
  person_id as "personId", scope, parent_visible as "parentVisible", quiet_from as "quietFrom", quiet_to as "quietTo", version`

/** The saved settings of these people; people without a saved setting are missing. */
export async function listContactSettings(db: Db, personIds: readonly string[]): Promise<ContactSettingRow[]> {
  const { rows } = await sql<ContactSettingRow>`
    select ${settingColumns} from contact_setting where person_id = any(${personIds}::uuid[])
  `.execute(db)
  return rows
}

/**
 * The chosen scopes of these people and of records merged into them. Merging two records must not show a number that
 * one of them had hidden.
 */
export async function getChosenScopes(db: Db, personIds: readonly string[]): Promise<Map<string, ContactScope>> {
  const { rows } = await sql<{ personId: string; scope: ContactScope }>`
    select distinct on ("personId") "personId", scope from (
      select person_id as "personId", scope, 0 as rank from contact_setting where person_id = any(${personIds}::uuid[])
      union all
      select p.merged_into, s.scope, 1 + array_position(array['nobody', 'leaders', 'school', 'district'], s.scope)
      from v_staff_person p join contact_setting s on s.person_id = p.id
      where p.merged_into = any(${personIds}::uuid[])
    ) as said
    order by "personId", rank
  `.execute(db)
  return new Map(rows.map(({ personId, scope }) => [personId, scope]))
}

/**
 * The memberships whose holders show their number to parents. After a merge of two records without a new choice, both
 * must have shown it.
 */
export async function listOpenToParents(
  db: Db,
  userIds: readonly string[],
): Promise<{ userId: string; personId: string }[]> {
  const { rows } = await sql<{ userId: string; personId: string }>`
    select m.id as "userId", m.person_id as "personId" from v_membership m
    where m.id = any(${userIds}::uuid[]) and coalesce(
      (select parent_visible from contact_setting where person_id = m.person_id),
      (select bool_and(s.parent_visible) from v_staff_person p join contact_setting s on s.person_id = p.id
       where p.merged_into = m.person_id),
      false)
  `.execute(db)
  return rows
}

/** Saves the setting unless it was changed since it was read; then returns undefined. */
export async function upsertContactSetting(
  db: Db,
  row: ContactSettingRow,
  now: Date,
): Promise<ContactSettingRow | undefined> {
  const { personId, scope, parentVisible, quietFrom, quietTo, version } = row
  const { rows } = await sql<ContactSettingRow>`
    insert into contact_setting as s (person_id, scope, parent_visible, quiet_from, quiet_to, updated_at)
    select ${personId}::uuid, ${scope}, ${parentVisible}::boolean, ${quietFrom}::smallint, ${quietTo}::smallint, ${now}::timestamptz
    where ${version}::int = 0 or exists (select from contact_setting where person_id = ${personId})
    on conflict (district_id, person_id) do update
      set scope = excluded.scope, parent_visible = excluded.parent_visible, quiet_from = excluded.quiet_from,
        quiet_to = excluded.quiet_to, updated_at = excluded.updated_at, version = s.version + 1
      where s.version = ${version}::int
    returning ${settingColumns}
  `.execute(db)
  return rows[0]
}

export const addFavourite = (db: Db, ownerId: string, personId: string, now: Date) =>
  db
    .insertInto('contact_favourite')
    .values({ owner_id: ownerId, person_id: personId, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** Found by any membership, also an ended one, so that people who left can still be removed. */
export const deleteFavourite = (db: Db, ownerId: string, userId: string) =>
  sql`
    delete from contact_favourite
    where owner_id = ${ownerId} and person_id = (select person_id from v_membership where id = ${userId})
  `.execute(db)

export const favouriteIdsQuery = (ownerId: string) =>
  sql`select person_id from contact_favourite where owner_id = ${ownerId}`

export async function countFavourites(db: Db, ownerId: string): Promise<number> {
  const { count } = await db
    .selectFrom('contact_favourite')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('owner_id', '=', ownerId)
    .executeTakeFirstOrThrow()
  return count
}

export const memberIdsQuery = (groupId: string) =>
  sql`select person_id from contact_group_member where group_id = ${groupId}`

/** The number of group members who work in the district on a day, by group. */
export async function countMembers(db: Db, groupIds: readonly string[], day: string) {
  const { rows } = await sql<{ id: string; count: number }>`
    select gm.group_id as id, count(*)::int as count from contact_group_member gm
    where gm.group_id = any(${groupIds}::uuid[]) and exists (
      select from v_membership m join v_org o on o.id = m.org_id
      where m.person_id = gm.person_id and m.valid @> ${day}::date and not m.is_suspended and not o.is_disabled
    )
    group by gm.group_id
  `.execute(db)
  return new Map(rows.map(({ id, count }) => [id, count]))
}

export async function countGroups(db: Db, ownerId: string): Promise<number> {
  const { count } = await db
    .selectFrom('contact_group')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('owner_id', '=', ownerId)
    .executeTakeFirstOrThrow()
  return count
}

/** Locks a group of this owner and returns whether it exists. */
export async function lockGroup(db: Db, ownerId: string, id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('contact_group')
    .set({ updated_at: now, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

export async function addMembers(db: Db, groupId: string, personIds: readonly string[]): Promise<number> {
  await sql`
    insert into contact_group_member (group_id, person_id)
    select ${groupId}::uuid, unnest(${personIds}::uuid[])
    on conflict do nothing
  `.execute(db)
  const { count } = await db
    .selectFrom('contact_group_member')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('group_id', '=', groupId)
    .executeTakeFirstOrThrow()
  return count
}

export const deleteMembers = (db: Db, groupId: string, personIds: readonly string[]) =>
  sql`delete from contact_group_member where group_id = ${groupId} and person_id = any(${personIds}::uuid[])`.execute(
    db,
  )
