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

export interface DelegationRow {
  id: string
  fromPersonId: string
  toPersonId: string
  from: string
  to: string
  subjects: string[]
  firstDay: string
  lastDay: string
  source: string
  createdBy: string
  isCancelled: boolean
}

const delegationColumns = sql`
  d.id, d.from_person_id as "fromPersonId", d.to_person_id as "toPersonId", a.name as "from", b.name as "to", d.subjects,
  d.begins_on as "firstDay", d.over_on - 1 as "lastDay", d.source, d.created_by as "createdBy",
  d.cancelled_at is not null as "isCancelled"`
const delegationJoins = sql`
  join v_person a on a.id = d.from_person_id join v_person b on b.id = d.to_person_id`

/** Delegations by a person, to the person, or entered by the person for somebody else; newest first. */
export async function listDelegationsOf(db: Db, personId: string): Promise<DelegationRow[]> {
  const { rows } = await sql<DelegationRow>`
    select ${delegationColumns} from flow_delegation d ${delegationJoins}
    where d.from_person_id = ${personId} or d.to_person_id = ${personId} or d.created_by = ${personId}
    order by d.begins_on desc, d.id desc limit 200
  `.execute(db)
  return rows
}

/** Delegations to these people that are not over. */
export async function listDelegationsTo(db: Db, personIds: readonly string[], day: string): Promise<DelegationRow[]> {
  const { rows } = await sql<DelegationRow>`
    select ${delegationColumns} from flow_delegation d ${delegationJoins}
    where d.to_person_id = any(${personIds}::uuid[]) and d.over_on > ${day}::date and d.cancelled_at is null
    order by d.begins_on, d.id
  `.execute(db)
  return rows
}

export async function findDelegation(db: Db, id: string): Promise<DelegationRow | undefined> {
  const { rows } = await sql<DelegationRow>`
    select ${delegationColumns} from flow_delegation d ${delegationJoins} where d.id = ${id} for update of d
  `.execute(db)
  return rows[0]
}

export const cancelDelegation = (db: Db, id: string, now: Date) =>
  sql`update flow_delegation set cancelled_at = ${now} where id = ${id} and cancelled_at is null`.execute(db)

/** Ends delegations of or to somebody who leaves. */
export const cancelDelegationsOf = (db: Db, personIds: readonly string[], now: Date) =>
  sql`
    update flow_delegation set cancelled_at = ${now}
    where (from_person_id = any(${personIds}::uuid[]) or to_person_id = any(${personIds}::uuid[])) and cancelled_at is null
  `.execute(db)
