import { sql } from 'kysely'
import type { Db } from '#packages/db'

/** Whether somebody is the deputy of somebody for a subject on that day. */
export async function isDeputy(
  db: Db,
  {
    fromPersonId,
    toPersonId,
    subject,
    day,
  }: { fromPersonId: string; toPersonId: string; subject: string; day: string },
): Promise<boolean> {
  const { rows } = await sql`
    select from flow_delegation
    where to_person_id = ${toPersonId} and from_person_id = ${fromPersonId} and cancelled_at is null
      and begins_on <= ${day}::date and over_on > ${day}::date
      and (cardinality(subjects) = 0 or ${subject} = any(subjects)) limit 1
  `.execute(db)
  return rows.length > 0
}

/** The deputies of these people for a subject on that day. */
export async function listDeputies(db: Db, personIds: readonly string[], subject: string, day: string) {
  const { rows } = await sql<{ fromPersonId: string; toPersonId: string }>`
    select distinct from_person_id as "fromPersonId", to_person_id as "toPersonId" from flow_delegation
    where from_person_id = any(${personIds}::uuid[]) and cancelled_at is null
      and begins_on <= ${day}::date and over_on > ${day}::date
      and (cardinality(subjects) = 0 or ${subject} = any(subjects))
  `.execute(db)
  return rows
}

export interface NewDelegation {
  id: string
  fromPersonId: string
  toPersonId: string
  subjects: readonly string[]
  beginsOn: string
  overOn: string
  source: string
  createdBy: string
}

export const insertDelegation = (db: Db, row: NewDelegation, now: Date) =>
  db
    .insertInto('flow_delegation')
    .values({
      id: row.id,
      from_person_id: row.fromPersonId,
      to_person_id: row.toPersonId,
      subjects: [...row.subjects],
      begins_on: row.beginsOn,
      over_on: row.overOn,
      source: row.source,
      created_by: row.createdBy,
      created_at: now,
    })
    .execute()

/** Ends delegations of or to somebody who leaves. */
export const cancelDelegationsOf = (db: Db, personIds: readonly string[], now: Date) =>
  sql`
    update flow_delegation set cancelled_at = ${now}
    where (from_person_id = any(${personIds}::uuid[]) or to_person_id = any(${personIds}::uuid[])) and cancelled_at is null
  `.execute(db)
