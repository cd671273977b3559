import { sql } from 'kysely'
import type { Db } from '#packages/db'

export async function findPhrases(db: Db, personId: string): Promise<string[] | undefined> {
  const { rows } = await sql<{ phrases: string[] }>`
    select phrases from flow_phrase where person_id = ${personId}
  `.execute(db)
  return rows[0]?.phrases
}

export const savePhraseRow = (db: Db, personId: string, phrases: readonly string[]) =>
  sql`
    insert into flow_phrase (person_id, phrases) values (${personId}, ${phrases}::text[])
    on conflict (district_id, person_id) do update set phrases = excluded.phrases
  `.execute(db)

/** The picture that a person signs with now. */
export async function findSignatureFile(db: Db, personId: string): Promise<string | null> {
  const { rows } = await sql<{ fileId: string }>`
    select file_id as "fileId" from flow_signature where person_id = ${personId}
  `.execute(db)
  return rows[0]?.fileId ?? null
}

/** Locks the row, so that two changes at once come one after the other. */
export async function lockSignatureFile(db: Db, personId: string): Promise<string | null> {
  const { rows } = await sql<{ fileId: string }>`
    select file_id as "fileId" from flow_signature where person_id = ${personId} for update
  `.execute(db)
  return rows[0]?.fileId ?? null
}

export const saveSignatureFile = (db: Db, personId: string, fileId: string, now: Date) =>
  sql`
    insert into flow_signature (person_id, file_id, saved_at) values (${personId}, ${fileId}, ${now})
    on conflict (district_id, person_id) do update set file_id = excluded.file_id, saved_at = excluded.saved_at
  `.execute(db)

export const deleteSignatureFile = (db: Db, personId: string) =>
  sql`delete from flow_signature where person_id = ${personId}`.execute(db)

export async function isSignatureUsed(db: Db, fileId: string): Promise<boolean> {
  const { rows } = await sql`select from flow_task where signature_file_id = ${fileId} limit 1`.execute(db)
  return rows.length > 0
}

/** Whether somebody is the applicant, an approver or a reader of a request that was signed with this picture. */
export async function isSignatureShownTo(db: Db, fileId: string, personId: string): Promise<boolean> {
  const { rows } = await sql`
    select from flow_task signed join flow_instance f on f.id = signed.instance_id
    where signed.signature_file_id = ${fileId} and (
      f.applicant_person_id = ${personId}
      or exists (select from flow_task t where t.instance_id = f.id
        and (t.person_id = ${personId} or t.decided_by = ${personId}))
      or exists (select from flow_copy c where c.instance_id = f.id and c.person_id = ${personId}))
    limit 1
  `.execute(db)
  return rows.length > 0
}

/** The organisations of the requests that were signed with this picture. */
export async function listOrgsOfSignature(db: Db, fileId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct f.org_id as id from flow_task t join flow_instance f on f.id = t.instance_id
    where t.signature_file_id = ${fileId}
  `.execute(db)
  return rows.map(({ id }) => id)
}
