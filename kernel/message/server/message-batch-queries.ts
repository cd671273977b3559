import { sql } from 'kysely'
import type { Db } from '#packages/db'
import type { MessageKind } from '../contract.ts'
import { deriveId, getIdTime } from './message-ids.ts'

export interface MessageBatch {
  id: string
  template: string
  kind: MessageKind
  title: string
  body: string
  url: string
  subject: { kind: string; id: string }
  isUrgent: boolean
  maySms: boolean
  dueAt: Date | null
}

export const insertMessageBatch = (db: Db, { id, subject, isUrgent, maySms, dueAt, ...content }: MessageBatch) =>
  db
    .insertInto('message_batch')
    .values({
      at: getIdTime(id),
      id,
      ...content,
      subject_kind: subject.kind,
      subject_id: subject.id,
      is_urgent: isUrgent,
      may_sms: maySms,
      due_at: dueAt,
    })
    .execute()

/** Locks a batch; closing it waits until the current recipients have their copies. */
export async function lockMessageBatch(
  db: Db,
  id: string,
): Promise<(MessageBatch & { closedAt: Date | null }) | undefined> {
  const row = await db
    .selectFrom('message_batch')
    .select(['id', 'template', 'kind', 'title', 'body', 'url', 'due_at as dueAt', 'closed_at as closedAt'])
    .select(['is_urgent as isUrgent', 'may_sms as maySms', 'subject_kind as subjectKind', 'subject_id as subjectId'])
    .where('at', '=', getIdTime(id))
    .where('id', '=', id)
    .forShare()
    .executeTakeFirst()
  if (!row) return undefined
  const { subjectKind, subjectId, ...rest } = row
  return { ...rest, subject: { kind: subjectKind, id: subjectId } }
}

/** A lock per template and subject: the second of two concurrent senders sees the recipients of the first. */
export const lockMessageSubject = (db: Db, { template, subject }: MessageBatch) =>
  sql`select pg_advisory_xact_lock(hashtextextended(
    tenant.current_district() || ':' || ${`${template}:${subject.kind}:${subject.id}`}::text, 5))`.execute(db)

export interface Recipient {
  personId: string
  orgId: string | null
}

const deduplicationMinutes = 10

/**
 * Inserts the copies, except for people who got the same template and subject within ten minutes; a to-do that was done
 * in between counts as a new one. Returns the new copies.
 */
export async function insertMessages(
  db: Db,
  { id: batchId, template, kind, subject }: MessageBatch,
  people: readonly Recipient[],
  doneAt: Date | null,
): Promise<(Recipient & { id: string })[]> {
  const at = getIdTime(batchId)
  const span = deduplicationMinutes * 60_000
  const { rows } = await sql<Recipient & { id: string }>`
    insert into message (at, id, batch_id, person_id, org_id, kind, done_at)
    select ${at}, t.id, ${batchId}, t.person_id, t.org_id, ${kind}, ${doneAt}
    from unnest(
      ${people.map(({ personId }) => deriveId(batchId, personId))}::uuid[],
      ${people.map(({ personId }) => personId)}::uuid[],
      ${people.map(({ orgId }) => orgId)}::uuid[]
    ) as t (id, person_id, org_id)
    where not exists (
      select from message m join message_batch b on b.at = m.at and b.id = m.batch_id
      where m.person_id = t.person_id and m.done_at is null and m.batch_id <> ${batchId}
        and m.at > ${new Date(at.getTime() - span)} and m.at < ${new Date(at.getTime() + span)}
        and b.template = ${template} and b.subject_kind = ${subject.kind} and b.subject_id = ${subject.id}
    )
    on conflict do nothing
    returning id, person_id as "personId", org_id as "orgId"
  `.execute(db)
  return rows
}

/** Closes the open to-dos of a subject and returns them. */
export const closeMessageBatches = (db: Db, subject: { kind: string; id: string }, now: Date) =>
  db
    .updateTable('message_batch')
    .set({ closed_at: now })
    .where('kind', '=', 'todo')
    .where('closed_at', 'is', null)
    .where('subject_kind', '=', subject.kind)
    .where('subject_id', '=', subject.id)
    .returning('id')
    .execute()

/** Marks all copies of these to-dos as done and returns their people. */
export async function closeMessages(db: Db, batchIds: readonly string[], now: Date): Promise<string[]> {
  const { rows } = await sql<{ personId: string }>`
    update message set done_at = ${now}
    where at = any(${batchIds.map(getIdTime)}::timestamptz[]) and batch_id = any(${batchIds}::uuid[])
      and kind = 'todo' and done_at is null
    returning person_id as "personId"
  `.execute(db)
  return [...new Set(rows.map(({ personId }) => personId))]
}

export interface MessageSettingRow {
  personId: string
  switchedOff: string[]
  isQuietAtNight: boolean
}

export const listMessageSettings = (db: Db, personIds: readonly string[]): Promise<MessageSettingRow[]> =>
  db
    .selectFrom('message_setting')
    .select(['person_id as personId', 'switched_off as switchedOff', 'is_quiet_at_night as isQuietAtNight'])
    .where(sql<boolean>`person_id = any(${personIds}::uuid[])`)
    .execute()

export const deleteMessageSetting = (db: Db, personId: string) =>
  db.deleteFrom('message_setting').where('person_id', '=', personId).execute()

export const saveMessageSetting = (db: Db, { personId, switchedOff, isQuietAtNight }: MessageSettingRow, now: Date) => {
  const change = { switched_off: switchedOff, is_quiet_at_night: isQuietAtNight, updated_at: now }
  return db
    .insertInto('message_setting')
    .values({ person_id: personId, ...change })
    .onConflict((conflict) => conflict.columns(['district_id', 'person_id']).doUpdateSet(change))
    .execute()
}
