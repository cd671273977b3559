import { sql } from 'kysely'
import type { Db } from '#packages/db'
import type { ListView } from '../contract.ts'

/** The owner of a view or draft, in one organisation. */
export interface PersonalOwner {
  personId: string
  orgId: string
}

interface ViewFacts {
  list: string
  name: string
  query: string
  isShared: boolean
  isDefault: boolean
}

/** A view for its reader: only an own view can be the default. */
const viewColumns = ({ personId }: PersonalOwner) => sql`
  id, name, query, is_shared as "isShared", person_id = ${personId} as "isMine",
  is_default and person_id = ${personId} as "isDefault"`

/** Own views first, then shared views of colleagues in this organisation, by creation time. */
export async function listViewRows(db: Db, owner: PersonalOwner, list: string, limit: number): Promise<ListView[]> {
  const { personId, orgId } = owner
  const { rows } = await sql<ListView>`
    select ${viewColumns(owner)} from list_view
    where org_id = ${orgId} and list = ${list} and (person_id = ${personId} or is_shared)
    order by person_id <> ${personId}, id
    limit ${limit}
  `.execute(db)
  return rows
}

export async function countViews(db: Db, { personId, orgId }: PersonalOwner, list: string): Promise<number> {
  const { count } = await db
    .selectFrom('list_view')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('org_id', '=', orgId)
    .where('person_id', '=', personId)
    .where('list', '=', list)
    .executeTakeFirstOrThrow()
  return count
}

export async function insertView(db: Db, owner: PersonalOwner, id: string, facts: ViewFacts, now: Date) {
  const { list, name, query, isShared, isDefault } = facts
  const { rows } = await sql<ListView>`
    insert into list_view (id, org_id, person_id, list, name, query, is_shared, is_default, created_at, updated_at)
    values (${id}, ${owner.orgId}, ${owner.personId}, ${list}, ${name}, ${query}, ${isShared}, ${isDefault}, ${now}, ${now})
    returning ${viewColumns(owner)}
  `.execute(db)
  return rows[0]
}

/** Updates an own view. The list of a view cannot change. */
export async function updateView(db: Db, owner: PersonalOwner, id: string, facts: ViewFacts, now: Date) {
  const { list, name, query, isShared, isDefault } = facts
  const { rows } = await sql<ListView>`
    update list_view set name = ${name}, query = ${query}, is_shared = ${isShared}, is_default = ${isDefault}, updated_at = ${now}
    where id = ${id} and person_id = ${owner.personId} and org_id = ${owner.orgId} and list = ${list}
    returning ${viewColumns(owner)}
  `.execute(db)
  return rows[0]
}

export const clearDefault = (db: Db, { personId, orgId }: PersonalOwner, list: string) =>
  db
    .updateTable('list_view')
    .set({ is_default: false })
    .where('org_id', '=', orgId)
    .where('person_id', '=', personId)
    .where('list', '=', list)
    .where('is_default', '=', true)
    .execute()

/** Returns whether the view existed. */
export async function deleteViewRow(db: Db, { personId, orgId }: PersonalOwner, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('list_view')
    .where('id', '=', id)
    .where('person_id', '=', personId)
    .where('org_id', '=', orgId)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

const matchesDraft = ({ personId, orgId }: PersonalOwner, key: string) =>
  sql<boolean>`person_id = ${personId} and org_id = ${orgId} and key = ${key}`

export const findDraft = (db: Db, owner: PersonalOwner, key: string) =>
  db.selectFrom('draft').select(['value', 'saved_at as savedAt']).where(matchesDraft(owner, key)).executeTakeFirst()

/** Returns whether the draft is new. */
export async function upsertDraft(db: Db, { personId, orgId }: PersonalOwner, key: string, value: Buffer, now: Date) {
  const { rows } = await sql<{ isNew: boolean }>`
    insert into draft (org_id, person_id, key, value, saved_at) values (${orgId}, ${personId}, ${key}, ${value}, ${now})
    on conflict (district_id, person_id, org_id, key) do update set value = excluded.value, saved_at = excluded.saved_at
    returning xmax = 0 as "isNew"
  `.execute(db)
  return rows[0]!.isNew
}

export const deleteOldestDrafts = (db: Db, personId: string, limit: number) =>
  sql`
    delete from draft where person_id = ${personId} and (org_id, key) in (
      select org_id, key from draft where person_id = ${personId} order by saved_at desc, key offset ${limit}
    )
  `.execute(db)

export const deleteDraft = (db: Db, owner: PersonalOwner, key: string) =>
  db.deleteFrom('draft').where(matchesDraft(owner, key)).execute()

export const deleteDraftsBefore = (db: Db, limit: Date) =>
  db.deleteFrom('draft').where('saved_at', '<', limit).execute()
