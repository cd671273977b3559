import { sql } from 'kysely'
import type { Scope } from '#packages/core'
import type { Db } from '#packages/db'
import type { EmptyDetails, OrgType } from '../contract.ts'
import { allFields, toColumns, visibleNode, type OrganisationDetails, type OrganisationRow } from './queries.ts'

export type ManagedOrganisation = OrganisationRow & { path: string; isBelowReach: boolean }

/** An organisation in scope to be changed or added to, and whether its parent is in scope too. */
export async function findManagedOrganisation(
  db: Db,
  scope: Scope,
  id: string,
): Promise<ManagedOrganisation | undefined> {
  const { rows } = await sql<ManagedOrganisation>`
    select ${allFields}, o.path::text as path,
      exists (select from organisation as parent where parent.id = o.parent_id and ${visibleNode(scope, 'parent')}) as "isBelowReach"
    from organisation as o
    where o.id = ${id} and ${visibleNode(scope, 'o')}
  `.execute(db)
  return rows[0]
}

/** The position after the last sibling. The caller has locked the parent, so no concurrent insert takes it. */
export async function getNextSort(db: Db, parentId: string): Promise<number> {
  const { rows } = await sql<{ next: number }>`
    select coalesce(max(sort), 0) + 1 as next from organisation where parent_id = ${parentId} and deleted_at is null
  `.execute(db)
  return rows[0]!.next
}

export interface OrganisationUpdate extends OrganisationDetails {
  name: string
  pinyin: string
  pinyinInitials: string
  type: OrgType
}

/** Changes nothing if the version is not the one that was read. */
export async function updateOrganisation(db: Db, id: string, version: number, change: OrganisationUpdate, now: Date) {
  const { numUpdatedRows } = await db
    .updateTable('organisation')
    .set({
      name: change.name,
      pinyin: change.pinyin,
      pinyin_initials: change.pinyinInitials,
      type: change.type,
      ...toColumns(change),
      version: sql`version + 1`,
      updated_at: now,
    })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

export interface OrganisationSwitches {
  skipsRepairAudit: boolean
  skipsAdjustAudit: boolean
  diskOpenToAll: boolean
  classesByAcademic: boolean
}

/** Changes nothing if the version is not the one that was read. */
export async function updateSwitches(db: Db, id: string, version: number, switches: OrganisationSwitches, now: Date) {
  const { numUpdatedRows } = await db
    .updateTable('organisation')
    .set({
      skips_repair_audit: switches.skipsRepairAudit,
      skips_adjust_audit: switches.skipsAdjustAudit,
      disk_open_to_all: switches.diskOpenToAll,
      classes_by_academic: switches.classesByAcademic,
      version: sql`version + 1`,
      updated_at: now,
    })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

export const updateClassesByAcademic = (db: Db, id: string, isByAcademic: boolean, now: Date) =>
  db
    .updateTable('organisation')
    .set({ classes_by_academic: isByAcademic, version: sql`version + 1`, updated_at: now })
    .where('id', '=', id)
    .where('classes_by_academic', '<>', isByAcademic)
    .execute()

/** Disables or enables organisations; returns the ids of those that changed. */
export async function updateDisabled(
  db: Db,
  ids: readonly string[],
  isDisabled: boolean,
  now: Date,
): Promise<string[]> {
  const rows = await db
    .updateTable('organisation')
    .set({ is_disabled: isDisabled, version: sql`version + 1`, updated_at: now })
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .where('is_disabled', '<>', isDisabled)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Fills empty columns only; returns which were empty. */
export async function fillEmptyDetails(db: Db, id: string, { address, phone, contactName }: EmptyDetails, now: Date) {
  const before = await db
    .selectFrom('organisation')
    .select(['address', 'phone', 'contact_name as contactName'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const given = { address, phone, contactName }
  const fields = (['address', 'phone', 'contactName'] as const).filter((name) => before[name] === '' && given[name])
  if (fields.length === 0) return fields
  const of = (name: keyof EmptyDetails) => (fields.includes(name) ? given[name] : before[name])
  await db
    .updateTable('organisation')
    .set({ address: of('address'), phone: of('phone'), contact_name: of('contactName') })
    .set({ version: sql`version + 1`, updated_at: now })
    .where('id', '=', id)
    .execute()
  return fields
}

export const describeBureau = (
  db: Db,
  id: string,
  details: Pick<OrganisationDetails, 'contactName' | 'phone' | 'address' | 'areaCode' | 'parentAreaCode'>,
) =>
  db
    .updateTable('organisation')
    .set({
      contact_name: details.contactName,
      phone: details.phone,
      address: details.address,
      area_code: details.areaCode,
      parent_area_code: details.parentAreaCode,
    })
    .where('id', '=', id)
    .execute()
