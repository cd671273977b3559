import { sql } from 'kysely'
import type { Db } from '#packages/db'

/** PostgreSQL caches plans of foreign key checks; plans made for empty tables would scan the filled ones. */
export const forceCustomPlans = (db: Db) => sql`set local plan_cache_mode = force_custom_plan`.execute(db)

export interface MembershipRecord {
  id: string
  person_id: string
  org_id: string
  department_id: string | null
  user_type: string
  post: string
  is_main: boolean
  begins: string
  number: string
  subject: string
  worker_type: number | null
  office_phone: string
  sort: number
  remark?: string
  /** Hex, because JSON has no bytes. */
  ic_card?: string | null
}

/** With `announcedOn`, those that have begun on that day count as announced: a seed publishes nothing. */
export const insertMemberships = (
  db: Db,
  rows: readonly MembershipRecord[],
  now: Date,
  { announcedOn = null }: { announcedOn?: string | null } = {},
) =>
  sql`
    insert into membership (id, person_id, org_id, department_id, user_type, post, is_main, valid, number, subject,
      worker_type, office_phone, sort, remark, ic_card, is_announced, created_at, updated_at)
    select id, person_id, org_id, department_id, user_type, post, is_main, daterange(begins, null), number, subject,
      worker_type, office_phone, sort, coalesce(remark, ''), decode(ic_card, 'hex'), coalesce(begins <= ${announcedOn}::date, false),
      ${now}, ${now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id uuid, person_id uuid, org_id uuid, department_id uuid,
      user_type text, post text, is_main boolean, begins date, number text, subject text, worker_type smallint,
      office_phone text, sort int, remark text, ic_card text)
  `.execute(db)

export interface StaffFileRecord {
  person_id: string
  nation: string
  teacher_level: string
  diploma: string
  graduate_school: string
  specialty: string
  working_since_on: string | null
  /** Hex, because JSON has no bytes. */
  private: string | null
}

/** Inserts or updates staff files. */
export const upsertStaffFiles = (db: Db, rows: readonly StaffFileRecord[], now: Date) =>
  sql`
    insert into staff_file (person_id, nation, teacher_level, diploma, graduate_school, specialty, working_since_on,
      private, updated_at)
    select person_id, nation, teacher_level, diploma, graduate_school, specialty, working_since_on,
      decode(private, 'hex'), ${now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (person_id uuid, nation text, teacher_level text,
      diploma text, graduate_school text, specialty text, working_since_on date, private text)
    on conflict (district_id, person_id) do update set nation = excluded.nation, teacher_level = excluded.teacher_level,
      diploma = excluded.diploma, graduate_school = excluded.graduate_school, specialty = excluded.specialty,
      working_since_on = excluded.working_since_on, private = excluded.private, updated_at = excluded.updated_at
  `.execute(db)

/** Sets posts and subjects of existing memberships. */
export const updatePosts = (db: Db, rows: readonly { userId: string; post: string; subject: string }[], now: Date) =>
  sql`
    update membership m set post = r.post, subject = r.subject, updated_at = ${now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r ("userId" uuid, post text, subject text)
    where m.id = r."userId"
  `.execute(db)
