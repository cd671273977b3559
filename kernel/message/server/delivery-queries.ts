import { sql } from 'kysely'
import type { Db } from '#packages/db'
import type { ExternalChannel } from './delivery-channels.ts'
import { getIdTime } from './message-ids.ts'

/** The unit of one job: a part of a batch, by one channel. */
export interface DeliveryPiece {
  batchId: string
  channel: ExternalChannel
  piece: number
}

export interface NewDelivery {
  id: string
  messageId: string
  personId: string
  orgId: string | null
  nextAt: Date
}

export const insertDeliveries = (db: Db, { batchId, channel, piece }: DeliveryPiece, rows: readonly NewDelivery[]) =>
  db
    .insertInto('message_delivery')
    .values(
      rows.map(({ id, messageId, personId, orgId, nextAt }) => ({
        at: getIdTime(batchId),
        id,
        batch_id: batchId,
        channel,
        piece,
        message_id: messageId,
        person_id: personId,
        org_id: orgId,
        next_at: nextAt,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()

const isOfPiece = ({ batchId, channel, piece }: DeliveryPiece) => sql<boolean>`
  d.at = ${getIdTime(batchId)} and d.batch_id = ${batchId} and d.channel = ${channel} and d.piece = ${piece}`

export interface DueDelivery {
  id: string
  personId: string
  tries: number
  resends: number
  /** The message was read, removed or done since, so it need not be sent. */
  isSettled: boolean
}

/** Locks waiting deliveries whose time has come, so that no other run takes them. */
export async function lockDueDeliveries(
  db: Db,
  piece: DeliveryPiece,
  now: Date,
  limit: number,
  among?: readonly string[],
): Promise<DueDelivery[]> {
  const { rows } = await sql<DueDelivery>`
    select d.id, d.person_id as "personId", d.tries, d.resends,
      m.read_at is not null or m.removed_at is not null or m.done_at is not null as "isSettled"
    from message_delivery d join message m on m.at = d.at and m.id = d.message_id
    where ${isOfPiece(piece)} and d.status = 'waiting' and d.next_at <= ${now}
      ${among ? sql`and d.id = any(${among}::uuid[])` : sql``}
    order by d.id limit ${limit}
    for update of d skip locked
  `.execute(db)
  return rows
}

/** Marks these as being sent to these addresses. A later run asks the provider before sending them again. */
export const markDeliveriesSending = (
  db: Db,
  { batchId }: DeliveryPiece,
  taken: readonly { id: string; address: Buffer; tail: Buffer }[],
  takenAt: Date,
) =>
  sql`
    update message_delivery d set status = 'sending', taken_at = ${takenAt}, tries = d.tries + 1, address = t.address,
      address_tail = t.tail
    from unnest(${taken.map(({ id }) => id)}::uuid[], ${taken.map(({ address }) => address)}::bytea[],
      ${taken.map(({ tail }) => tail)}::bytea[]) as t (id, address, tail)
    where d.at = ${getIdTime(batchId)} and d.id = t.id
  `.execute(db)

export interface DeliveryChange {
  id: string
  status: 'waiting' | 'sent' | 'delivered' | 'failed' | 'skipped'
  reason?: string
  providerId?: string | undefined
  nextAt?: Date
  tries?: number
  sentAt?: Date
  deliveredAt?: Date
}

/** Stores the outcomes, as known now, of those that still have the expected status, and returns their ids. */
export async function updateDeliveries(
  db: Db,
  { batchId }: DeliveryPiece,
  was: 'waiting' | 'sending' | 'sent',
  takenAt: Date | null,
  changes: readonly DeliveryChange[],
  now: Date,
): Promise<string[]> {
  if (changes.length === 0) return []
  const list = <Key extends keyof DeliveryChange>(key: Key) => changes.map((change) => change[key] ?? null)
  const { rows } = await sql<{ id: string }>`
    update message_delivery d set status = t.status, reason = coalesce(t.reason, ''),
      provider_id = coalesce(t.provider_id, d.provider_id), next_at = coalesce(t.next_at, d.next_at),
      tries = coalesce(t.tries, d.tries),
      sent_at = coalesce(t.sent_at, d.sent_at), delivered_at = coalesce(t.delivered_at, d.delivered_at),
      settled_at = case when t.status in ('delivered', 'failed') then ${now}::timestamptz end
    from unnest(
      ${list('id')}::uuid[], ${list('status')}::text[], ${list('reason')}::text[], ${list('providerId')}::text[],
      ${list('nextAt')}::timestamptz[], ${list('tries')}::int[], ${list('sentAt')}::timestamptz[],
      ${list('deliveredAt')}::timestamptz[]
    ) as t (id, status, reason, provider_id, next_at, tries, sent_at, delivered_at)
    where d.at = ${getIdTime(batchId)} and d.id = t.id and d.status = ${was}
      ${takenAt ? sql`and d.taken_at = ${takenAt}` : sql``}
    returning d.id
  `.execute(db)
  return rows.map(({ id }) => id)
}

export interface TakenDelivery {
  id: string
  personId: string
  address: Buffer | null
  providerId: string | null
  takenAt: Date
  sentAt: Date | null
  tries: number
  resends: number
}

/** The deliveries of a piece with this status. */
export async function listTakenDeliveries(
  db: Db,
  piece: DeliveryPiece,
  status: 'sending' | 'sent',
  limit: number,
): Promise<TakenDelivery[]> {
  const { rows } = await sql<TakenDelivery>`
    select d.id, d.person_id as "personId", d.address, d.provider_id as "providerId", d.taken_at as "takenAt",
      d.sent_at as "sentAt", d.tries, d.resends
    from message_delivery d where ${isOfPiece(piece)} and d.status = ${status} and d.taken_at is not null
    order by d.next_at, d.id limit ${limit}
  `.execute(db)
  return rows
}

/** The time of the next waiting or running delivery; null when none is left. */
export async function getNextAttempt(
  db: Db,
  piece: DeliveryPiece,
): Promise<{ nextAt: Date | null; isSending: boolean }> {
  const { rows } = await sql<{ nextAt: Date | null; isSending: boolean }>`
    select min(d.next_at) filter (where d.status = 'waiting') as "nextAt",
      coalesce(bool_or(d.status = 'sending'), false) as "isSending"
    from message_delivery d where ${isOfPiece(piece)} and d.status in ('waiting', 'sending')
  `.execute(db)
  return rows[0]!
}

/** Pieces of the last days with overdue deliveries and without a job, because it was given up or lost. */
export async function listOverduePieces(db: Db, job: string, now: Date): Promise<DeliveryPiece[]> {
  const ago = (hours: number) => new Date(now.getTime() - hours * 3600_000)
  const { rows } = await sql<DeliveryPiece>`
    select distinct d.batch_id as "batchId", d.channel, d.piece from message_delivery d
    where d.at > ${ago(7 * 24)}
      and (d.status = 'waiting' and d.next_at < ${ago(1)} or d.status = 'sending' and d.taken_at < ${ago(1)})
      and not exists (
        select from pgboss.job j where j.name = ${job} and j.state in ('created', 'retry', 'active')
          and j.data->'data'->>'batchId' = d.batch_id::text and j.data->'data'->>'channel' = d.channel
          and j.data->'data'->>'piece' = d.piece::text
      )
    limit 500
  `.execute(db)
  return rows
}

/** The text of a batch, and whether it is still open. */
export async function findOutgoingMessage(db: Db, batchId: string) {
  return db
    .selectFrom('message_batch')
    .select(['id', 'kind', 'title', 'body', 'url', 'at', 'due_at as dueAt', 'closed_at as closedAt', 'template'])
    .select('is_urgent as isUrgent')
    .where('at', '=', getIdTime(batchId))
    .where('id', '=', batchId)
    .executeTakeFirst()
}

/** The provider ids of a batch in a channel. */
export async function listProviderIds(db: Db, batchId: string, channel: ExternalChannel): Promise<string[]> {
  const { rows } = await sql<{ providerId: string }>`
    select distinct provider_id as "providerId" from message_delivery
    where at = ${getIdTime(batchId)} and batch_id = ${batchId} and channel = ${channel}
      and status in ('sent', 'delivered') and provider_id is not null
  `.execute(db)
  return rows.map(({ providerId }) => providerId)
}

/** Those of these batches that were or are being sent by a channel. */
export async function filterExternalBatches(
  db: Db,
  batchIds: readonly string[],
  channel: ExternalChannel,
): Promise<string[]> {
  const { rows } = await sql<{ batchId: string }>`
    select distinct batch_id as "batchId" from message_delivery
    where at = any(${batchIds.map(getIdTime)}::timestamptz[]) and batch_id = any(${batchIds}::uuid[])
      and channel = ${channel} and status in ('sending', 'sent', 'delivered')
  `.execute(db)
  return rows.map(({ batchId }) => batchId)
}

/**
 * Puts failed SMS back into the queue, those of these ids that are still failed: one that another click or job has taken
 * already is not sent twice. Returns their pieces.
 */
export async function requeueFailedSms(db: Db, ids: readonly string[], since: Date, now: Date) {
  const { rows } = await sql<DeliveryPiece>`
    update message_delivery set status = 'waiting', reason = '', tries = 0, resends = resends + 1, next_at = ${now},
      provider_id = null, taken_at = null, sent_at = null, settled_at = null
    where at >= ${since} and id = any(${ids}::uuid[]) and channel = 'sms' and status = 'failed'
    returning batch_id as "batchId", channel, piece
  `.execute(db)
  return rows
}
