import { sql } from 'kysely'
import type { Db } from '#packages/db'
import type { LessonPeriod, PeriodKind } from '../contract-time.ts'

export interface PeriodSchemeRow {
  id: string
  orgId: string
  name: string
  gradeIds: string[]
  startsOn: string
  /** The first day after the scheme. */
  overOn: string | null
  version: number
}

const columns = sql`id, org_id as "orgId", name, grade_ids as "gradeIds", begins_on as "startsOn", over_on as "overOn", version`

/** The schemes of a school, latest start first. */
export async function listSchemes(db: Db, orgId: string): Promise<PeriodSchemeRow[]> {
  const { rows } = await sql<PeriodSchemeRow>`
    select ${columns} from period_scheme where org_id = ${orgId} order by begins_on desc, name, id
  `.execute(db)
  return rows
}

export async function listSchemesOn(db: Db, orgId: string, day: string): Promise<PeriodSchemeRow[]> {
  const { rows } = await sql<PeriodSchemeRow>`
    select ${columns} from period_scheme
    where org_id = ${orgId} and begins_on <= ${day}::date and (over_on is null or over_on > ${day}::date)
    order by name, id
  `.execute(db)
  return rows
}

export async function findScheme(db: Db, id: string): Promise<PeriodSchemeRow | undefined> {
  const { rows } = await sql<PeriodSchemeRow>`select ${columns} from period_scheme where id = ${id}`.execute(db)
  return rows[0]
}

/** The schemes of a school in force on some day of a range, both ends included. */
export async function listSchemesBetween(db: Db, orgId: string, from: string, to: string): Promise<PeriodSchemeRow[]> {
  const { rows } = await sql<PeriodSchemeRow>`
    select ${columns} from period_scheme
    where org_id = ${orgId} and begins_on <= ${to}::date and (over_on is null or over_on > ${from}::date)
    order by begins_on, name, id
  `.execute(db)
  return rows
}

export interface PeriodRow extends LessonPeriod {
  id: string
  slotId: string
  schemeId: string
  kind: PeriodKind
}

/** The periods of these schemes in order; times like 08:40. */
export async function listPeriods(db: Db, schemeIds: readonly string[]): Promise<PeriodRow[]> {
  const { rows } = await sql<PeriodRow>`
    select id, slot_id as "slotId", scheme_id as "schemeId", name, to_char(begins, 'HH24:MI') as begins, to_char(ends, 'HH24:MI') as ends, kind, sort
    from lesson_period where scheme_id = any(${schemeIds}::uuid[]) order by sort
  `.execute(db)
  return rows
}

interface SchemeToStore {
  id: string
  name: string
  gradeIds: readonly string[]
  startsOn: string
  overOn: string | null
}

const valuesOf = ({ name, gradeIds, startsOn, overOn }: SchemeToStore) => ({
  name,
  grade_ids: sql<string[]>`${gradeIds}::uuid[]`,
  valid: sql<string>`daterange(${startsOn}::date, ${overOn}::date)`,
})

export const insertScheme = (db: Db, orgId: string, scheme: SchemeToStore, now: Date) =>
  db
    .insertInto('period_scheme')
    .values({ id: scheme.id, org_id: orgId, ...valuesOf(scheme), created_at: now, updated_at: now })
    .execute()

export async function updateScheme(db: Db, scheme: SchemeToStore, version: number, now: Date) {
  const { numUpdatedRows } = await db
    .updateTable('period_scheme')
    .set({ ...valuesOf(scheme), version: version + 1, updated_at: now })
    .where('id', '=', scheme.id)
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** The scheme ends on the day before `overOn`. */
export const endScheme = (db: Db, { id, startsOn }: PeriodSchemeRow, overOn: string, now: Date) =>
  db
    .updateTable('period_scheme')
    .set({
      valid: sql<string>`daterange(${startsOn}::date, ${overOn}::date)`,
      version: sql<number>`version + 1`,
      updated_at: now,
    })
    .where('id', '=', id)
    .execute()

/** Those of these identities that periods of the school have. */
export async function filterSlotsOfSchool(db: Db, orgId: string, slotIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ slotId: string }>`
    select distinct p.slot_id as "slotId" from period_scheme as s join lesson_period as p on p.scheme_id = s.id
    where s.org_id = ${orgId} and p.slot_id = any(${slotIds}::uuid[])
  `.execute(db)
  return new Set(rows.map(({ slotId }) => slotId))
}

interface PeriodToStore {
  id: string
  slotId: string
  name: string
  begins: string
  ends: string
  kind: PeriodKind
  sort: number
}

/** Existing periods keep their ids. */
export async function replacePeriods(db: Db, schemeId: string, periods: readonly PeriodToStore[]) {
  await db
    .deleteFrom('lesson_period')
    .where('scheme_id', '=', schemeId)
    .where(
      'id',
      'not in',
      periods.map(({ id }) => id),
    )
    .execute()
  await sql`
    insert into lesson_period (id, scheme_id, slot_id, name, begins, ends, kind, sort)
    select p.id, ${schemeId}::uuid, p."slotId", p.name, p.begins, p.ends, p.kind, p.sort
    from jsonb_to_recordset(${JSON.stringify(periods)}::jsonb)
      as p (id uuid, "slotId" uuid, name text, begins time, ends time, kind text, sort smallint)
    on conflict (district_id, id) do update set name = excluded.name, begins = excluded.begins, ends = excluded.ends,
      kind = excluded.kind, sort = excluded.sort
  `.execute(db)
}

export async function deleteScheme(db: Db, id: string) {
  await db.deleteFrom('lesson_period').where('scheme_id', '=', id).execute()
  await db.deleteFrom('period_scheme').where('id', '=', id).execute()
}

export async function filterSchoolGrades(db: Db, orgId: string, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('grade')
    .select('id')
    .where('org_id', '=', orgId)
    .where('id', 'in', [...ids])
    .execute()
  return rows.map(({ id }) => id)
}
