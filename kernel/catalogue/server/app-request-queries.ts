import type { DayRange, PageQuery } from '#packages/contract'
import type { Scope } from '#packages/core'
import { isWithinDays, inScope, readPage, type Db } from '#packages/db'

export type RequestStatus = 'waiting' | 'agreed' | 'refused'

/** Requests with this status, made within these days. */
export interface RequestFilter extends DayRange {
  status: RequestStatus | ''
}
export type RequestQuery = RequestFilter & PageQuery

interface NewAppRequest {
  id: string
  key: string
  orgId: string
  by: string
  reason: string
}

export const insertAppRequest = (db: Db, { id, key, orgId, by, reason }: NewAppRequest, now: Date) =>
  db
    .insertInto('app_request')
    .values({ id, app_key: key, org_id: orgId, requested_by: by, requested_at: now, reason, status: 'waiting' })
    .execute()

const selectAppRequests = (db: Db, scope: Scope) =>
  db
    .selectFrom('app_request as r')
    .innerJoin('v_org as o', 'o.id', 'r.org_id')
    .leftJoin('v_person as a', 'a.id', 'r.requested_by')
    .leftJoin('v_person as d', 'd.id', 'r.decided_by')
    .select([
      'r.id',
      'r.app_key as key',
      'r.org_id as orgId',
      'o.name as orgName',
      'a.name as askedBy',
      'r.requested_by as requesterId',
      'r.requested_at as requestedAt',
      'r.reason',
      'r.status',
      'r.reply',
      'd.name as decidedBy',
      'r.decided_at as decidedAt',
    ])
    .$narrowType<{ status: RequestStatus }>()
    .where(inScope(scope, { org: 'r.org_id', orgPath: 'o.path' }))

export type AppRequestRow = NonNullable<Awaited<ReturnType<typeof findAppRequest>>>

/** Pending requests first, the oldest first; then decided ones, the latest first. */
export function listAppRequestPage(db: Db, scope: Scope, { status, ...days }: RequestFilter, page: PageQuery) {
  let query = selectAppRequests(db, scope).where(isWithinDays('r.requested_at', days))
  if (status) query = query.where('r.status', '=', status)
  return readPage(
    db,
    query
      .orderBy('r.decided_at', (order) => order.desc().nullsFirst())
      .orderBy('r.requested_at')
      .orderBy('r.id'),
    page,
  )
}

export const findAppRequest = (db: Db, scope: Scope, id: string) =>
  selectAppRequests(db, scope).where('r.id', '=', id).executeTakeFirst()

interface AppRequestDecision {
  id: string
  status: 'agreed' | 'refused'
  reply: string
  by: string
}

/** Stores the decision only while the request is pending, so only one of two concurrent decisions succeeds. */
export async function storeAppRequestDecision(db: Db, { id, status, reply, by }: AppRequestDecision, now: Date) {
  const { numUpdatedRows } = await db
    .updateTable('app_request')
    .set({ status, reply, decided_by: by, decided_at: now })
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}
