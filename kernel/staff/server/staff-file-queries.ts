import { sql } from 'kysely'
import type { Db } from '#packages/db'

/** The staff file, which belongs to the person and not to a membership. */
export interface StaffFileRow {
  nation: string
  teacher_level: string
  diploma: string
  graduate_school: string
  specialty: string
  working_since_on: string | null
  private: Buffer | null
}

export const upsertStaffFile = (db: Db, personId: string, row: StaffFileRow, now: Date) =>
  db
    .insertInto('staff_file')
    .values({ ...row, person_id: personId, updated_at: now })
    .onConflict((conflict) => conflict.columns(['district_id', 'person_id']).doUpdateSet({ ...row, updated_at: now }))
    .execute()

/**
 * Marks all memberships of these people as changed for the change feed. Memberships written in this transaction are
 * marked already.
 */
export const markMembershipsChanged = (db: Db, personIds: readonly string[], written: readonly string[] = []) =>
  sql`
    update membership set version = version + 1, changed_at = now()
    where person_id = any(${personIds}::uuid[]) and id <> all(${written}::uuid[])
  `.execute(db)

export interface FieldChangeRow {
  id: string
  person_id: string
  membership_id: string | null
  field: string
  /** Hex, because JSON has no bytes. */
  before: string
  after: string
  by_person_id: string
}

export const insertFieldChanges = (db: Db, rows: readonly FieldChangeRow[], now: Date) =>
  sql`
    insert into staff_field_change (id, person_id, membership_id, field, before, after, by_person_id, changed_at)
    select id, person_id, membership_id, field, decode(before, 'hex'), decode(after, 'hex'), by_person_id, ${now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id uuid, person_id uuid, membership_id uuid, field text,
      before text, after text, by_person_id uuid)
  `.execute(db)

/** Changes of a person and of one membership, newest first. */
export const listFieldChanges = (db: Db, personId: string, membershipId: string, limit: number) =>
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
