import { sql } from 'kysely'
import { newId } from '#packages/core'
import type { Db } from '#packages/db'

export const insertSubscription = (db: Db, userId: string, orgId: string, now: Date) =>
  sql`
    insert into statistics_subscription (id, user_id, org_id, created_at)
    values (${newId()}, ${userId}, ${orgId}, ${now})
    on conflict (district_id, user_id, org_id) where ended_at is null do nothing
  `.execute(db)

export const endSubscription = (db: Db, userId: string, orgId: string, now: Date) =>
  sql`
    update statistics_subscription set ended_at = ${now}
    where user_id = ${userId} and org_id = ${orgId} and ended_at is null
  `.execute(db)

export async function listSubscribedOrgs(db: Db, userId: string): Promise<string[]> {
  const { rows } = await sql<{ orgId: string }>`
    select org_id as "orgId" from statistics_subscription where user_id = ${userId} and ended_at is null order by id
  `.execute(db)
  return rows.map(({ orgId }) => orgId)
}

export interface DueSubscription {
  id: string
  userId: string
  orgId: string
  orgName: string | null
}

/** The open subscriptions without a report for this month. Two workers never hold the same ones. */
export async function lockDueSubscriptions(db: Db, month: string): Promise<DueSubscription[]> {
  const { rows } = await sql<DueSubscription>`
    select s.id, s.user_id as "userId", s.org_id as "orgId",
      (select o.name from v_org o where o.id = s.org_id) as "orgName"
    from statistics_subscription s
    where s.ended_at is null and (s.sent_for_on is null or s.sent_for_on < ${month}::date)
    order by s.id for update of s skip locked
  `.execute(db)
  return rows
}

export const markSent = (db: Db, id: string, month: string) =>
  sql`update statistics_subscription set sent_for_on = ${month}::date where id = ${id}`.execute(db)

export const endWithNote = (db: Db, id: string, note: string, now: Date) =>
  sql`update statistics_subscription set ended_at = ${now}, end_note = ${note} where id = ${id}`.execute(db)

/** What belonged to one organisation belongs to another; whoever gets both reports gets one. */
export async function moveSubscriptions(db: Db, from: string, to: string, now: Date) {
  await sql`
    update statistics_subscription s set ended_at = ${now}, end_note = '单位已合并'
    where s.org_id = ${from} and s.ended_at is null and exists (
      select from statistics_subscription t where t.user_id = s.user_id and t.org_id = ${to} and t.ended_at is null)
  `.execute(db)
  await sql`update statistics_subscription set org_id = ${to} where org_id = ${from} and ended_at is null`.execute(db)
}
