import { sql } from 'kysely'
import type { Db } from '#packages/db'

export interface NewConsent {
  id: string
  student_id: string
  purpose: string
  version: number
  state: 'agreed' | 'withdrawn'
  link_id: string | null
  by_person_id: string
  channel: 'app' | 'paper'
  file_id: string | null
}

/** Consents are append-only: rows are never updated. */
export const insertConsents = (db: Db, rows: readonly NewConsent[], now: Date) =>
  sql`
    insert into consent (id, student_id, purpose, version, state, link_id, by_person_id, channel, file_id, created_at)
    select id, student_id, purpose, version, state, link_id, by_person_id, channel, file_id, ${now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id uuid, student_id uuid, purpose text, version int,
      state text, link_id uuid, by_person_id uuid, channel text, file_id uuid)
  `.execute(db)

/** The latest consent of each pupil for one purpose. */
export async function listLastConsents(db: Db, studentIds: readonly string[], purpose: string) {
  const { rows } = await sql<{ studentId: string; state: string; version: number }>`
    select distinct on (student_id) student_id as "studentId", state, version from consent
    where student_id = any(${studentIds}::uuid[]) and purpose = ${purpose}
    order by student_id, created_at desc, id desc
  `.execute(db)
  return rows
}

/** The latest consent of one pupil for each purpose, and who gave it. */
export async function listStudentConsents(db: Db, studentId: string) {
  const { rows } = await sql<{
    purpose: string
    state: string
    version: number
    channel: string
    at: Date
    name: string
  }>`
    select distinct on (c.purpose) c.purpose, c.state, c.version, c.channel, c.created_at as at, p.name
    from consent c join v_person p on p.id = c.by_person_id
    where c.student_id = ${studentId}
    order by c.purpose, c.created_at desc, c.id desc
  `.execute(db)
  return rows
}
