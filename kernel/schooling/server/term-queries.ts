import { sql } from 'kysely'
import type { Db } from '#packages/db'

export interface TermRow {
  id: string
  schoolYear: number
  number: number
  startsOn: string
  endsOn: string
  /** The dates of the district, when the school has its own. */
  usualStartsOn: string
  usualEndsOn: string
  isSealed: boolean
  version: number
  /** 0 when the school uses the dates of the district. */
  differenceVersion: number
}

/** All terms of the district, newest first, with the dates of this organisation. There are two a year. */
export async function listTermRows(db: Db, orgId: string): Promise<TermRow[]> {
  const { rows } = await sql<TermRow>`
    select t.id, t.school_year as "schoolYear", t.number, coalesce(d.starts_on, t.starts_on) as "startsOn",
      coalesce(d.ends_on, t.ends_on) as "endsOn", t.starts_on as "usualStartsOn", t.ends_on as "usualEndsOn",
      t.is_sealed as "isSealed", t.version, coalesce(d.version, 0) as "differenceVersion"
    from term as t left join term_difference as d on d.org_id = ${orgId} and d.term_id = t.id
    order by t.school_year desc, t.number desc
  `.execute(db)
  return rows
}

/** The dates of all terms at each of these organisations, in the order of the dates. */
export async function listTermDatesOf(db: Db, orgIds: readonly string[]) {
  const { rows } = await sql<{ orgId: string; startsOn: string; endsOn: string }>`
    select o.id as "orgId", coalesce(d.starts_on, t.starts_on) as "startsOn", coalesce(d.ends_on, t.ends_on) as "endsOn"
    from unnest(${orgIds}::uuid[]) as o(id) cross join term as t
    left join term_difference as d on d.org_id = o.id and d.term_id = t.id
    order by 1, 2
  `.execute(db)
  return rows
}

export interface TermDays {
  id: string
  startsOn: string
  endsOn: string
}

interface NewTerm extends TermDays {
  schoolYear: number
  number: number
}

const valuesOf = ({ id, schoolYear, number, startsOn, endsOn }: NewTerm, now: Date) => ({
  id,
  school_year: schoolYear,
  number,
  starts_on: startsOn,
  ends_on: endsOn,
  created_at: now,
  updated_at: now,
})

export const insertTerm = (db: Db, term: NewTerm, now: Date) =>
  db.insertInto('term').values(valuesOf(term, now)).execute()

/** Skips terms that exist or that overlap another term. */
export const insertMissingTerms = (db: Db, terms: readonly NewTerm[], now: Date) =>
  db
    .insertInto('term')
    .values(terms.map((term) => valuesOf(term, now)))
    .onConflict((conflict) => conflict.doNothing())
    .execute()

export async function updateTerm(db: Db, { id, startsOn, endsOn }: TermDays, version: number, now: Date) {
  const { numUpdatedRows } = await db
    .updateTable('term')
    .set({ starts_on: startsOn, ends_on: endsOn, version: version + 1, updated_at: now })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** A school without own dates in this term whose own dates in another term overlap these. */
export async function findOverlappingSchool(db: Db, { id, startsOn, endsOn }: TermDays) {
  const { rows } = await sql<{ orgName: string; schoolYear: number; number: number }>`
    select o.name as "orgName", t.school_year as "schoolYear", t.number
    from term_difference as d join term as t on t.id = d.term_id join v_org as o on o.id = d.org_id
    where d.term_id <> ${id} and d.starts_on <= ${endsOn}::date and d.ends_on >= ${startsOn}::date
      and not exists (select from term_difference as own where own.org_id = d.org_id and own.term_id = ${id})
    limit 1
  `.execute(db)
  return rows[0]
}

/** Saves the school's own dates; false when a concurrent change was faster. */
export async function upsertTermDifference(db: Db, orgId: string, term: TermDays, version: number, now: Date) {
  if (version === 0) {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('term_difference')
      .values({
        org_id: orgId,
        term_id: term.id,
        starts_on: term.startsOn,
        ends_on: term.endsOn,
        updated_at: now,
      })
      .onConflict((conflict) => conflict.columns(['district_id', 'org_id', 'term_id']).doNothing())
      .executeTakeFirst()
    return numInsertedOrUpdatedRows === 1n
  }
  const { numUpdatedRows } = await db
    .updateTable('term_difference')
    .set({ starts_on: term.startsOn, ends_on: term.endsOn, version: version + 1, updated_at: now })
    .where('org_id', '=', orgId)
    .where('term_id', '=', term.id)
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function deleteTermDifferenceRow(db: Db, orgId: string, termId: string) {
  const { numDeletedRows } = await db
    .deleteFrom('term_difference')
    .where('org_id', '=', orgId)
    .where('term_id', '=', termId)
    .executeTakeFirst()
  return numDeletedRows === 1n
}
