import { sql } from 'kysely'
import type { Db } from '#packages/db'

/** What is known of a member of staff wherever the places are. */
export interface FileRow {
  nation: string
  teacher_level: string
  diploma: string
  graduate_school: string
  specialty: string
  working_since_on: string | null
  private: Buffer | null
}

export const storeFile = (db: Db, personId: string, row: FileRow, now: Date) =>
  db
    .insertInto('staff_file')
    .values({ ...row, person_id: personId, updated_at: now })
    .onConflict((conflict) => conflict.columns(['district_id', 'person_id']).doUpdateSet({ ...row, updated_at: now }))
    .execute()

/** Whatever is told of a person in each of the places has changed now: whoever read it before reads it again. */
export const markPlacesChanged = (db: Db, personId: string) =>
  sql`update membership set version = version + 1, changed_at = now() where person_id = ${personId}`.execute(db)

export interface FieldChangeRow {
  id: string
  person_id: string
  membership_id: string | null
  field: string
  before: Buffer
  after: Buffer
  by_person_id: string
}

export const insertFieldChanges = (db: Db, rows: readonly FieldChangeRow[], now: Date) =>
  db
    .insertInto('staff_field_change')
    .values(rows.map((row) => ({ ...row, changed_at: now })))
    .execute()

/** What changed about a person, and in one place, newest first. */
export const fieldChangesOf = (db: Db, personId: string, membershipId: string, limit: number) =>
  db
    .selectFrom('staff_field_change as c')
    .leftJoin('v_person as p', 'p.id', 'c.by_person_id')
    .select(['c.id', 'c.field', 'c.before', 'c.after', 'c.changed_at as at', 'p.name as byName'])
    .where('c.person_id', '=', personId)
    .where((of) => of.or([of('c.membership_id', 'is', null), of('c.membership_id', '=', membershipId)]))
    .orderBy('c.changed_at', 'desc')
    .orderBy('c.id', 'desc')
    .limit(limit)
    .execute()
