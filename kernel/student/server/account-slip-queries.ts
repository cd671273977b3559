import { sql } from 'kysely'
import { onConstraint, type Db } from '#packages/db'

/** Does not increase the version, because a login name is no data of the pupil that forms edit. */
export const updateLoginNames = (db: Db, rows: readonly { student_id: string; login_name: string }[]) =>
  sql`
    update student s set login_name = r.login_name
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (student_id uuid, login_name text)
    where s.id = r.student_id and s.login_name is distinct from r.login_name
  `
    .execute(db)
    .catch(onConstraint('student_login_name', '用户名重复，请重试'))

export const upsertActivations = (
  db: Db,
  rows: readonly { student_id: string; code_hash: string }[],
  byPersonId: string,
  expiresAt: Date,
  now: Date,
) =>
  sql`
    insert into student_activation (student_id, code_hash, expires_at, used_at, by_person_id, created_at)
    select student_id, decode(code_hash, 'hex'), ${expiresAt}, null, ${byPersonId}::uuid, ${now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (student_id uuid, code_hash text)
    on conflict (district_id, student_id) do update set code_hash = excluded.code_hash, expires_at = excluded.expires_at,
      used_at = null, by_person_id = excluded.by_person_id, created_at = excluded.created_at
  `.execute(db)

interface ActivationRow {
  studentId: string
  personId: string
  accountId: string | null
  loginName: string
  studentNo: Buffer | null
  schoolNo: string
  private: Buffer | null
  codeHash: Buffer
}

type SlipKey = { studentNoHash: Buffer } | { loginName: string }

/** The unused and unexpired slip of a pupil. */
export async function findOpenActivation(db: Db, by: SlipKey, now: Date): Promise<ActivationRow | undefined> {
  const isMeant = 'loginName' in by ? sql`s.login_name = ${by.loginName}` : sql`s.student_no_hash = ${by.studentNoHash}`
  const { rows } = await sql<ActivationRow>`
    select s.id as "studentId", s.person_id as "personId", p.account_id as "accountId", s.school_no as "schoolNo",
      coalesce(s.login_name, '') as "loginName", s.student_no as "studentNo", s.private, a.code_hash as "codeHash"
    from student s
    join v_person p on p.id = s.person_id
    join student_activation a on a.student_id = s.id
    where ${isMeant} and a.used_at is null and a.expires_at > ${now}
      and s.status in ('studying', 'suspended')
  `.execute(db)
  return rows[0]
}

export async function markActivationUsed(db: Db, studentId: string, codeHash: Buffer, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('student_activation')
    .set({ used_at: now })
    .where('student_id', '=', studentId)
    .where('code_hash', '=', codeHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}
