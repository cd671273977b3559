import type { DayRange, PageQuery } from '#packages/contract'
import type { Scope } from '#packages/core'
import { duringDays, inScope, readPage, type Db } from '#packages/db'

export type RequestStatus = 'waiting' | 'agreed' | 'refused'

/** Which requests: in this state, asked within these days. */
export interface RequestFilter extends DayRange {
  status: RequestStatus | ''
}
export type RequestsAsked = RequestFilter & PageQuery

interface NewRequest {
  id: string
  key: string
  orgId: string
  by: string
  reason: string
}

export const insertRequest = (db: Db, { id, key, orgId, by, reason }: NewRequest, now: Date) =>
  db
    .insertInto('app_request')
    .values({ id, app_key: key, org_id: orgId, asked_by: by, asked_at: now, reason, status: 'waiting' })
    .execute()

const requests = (db: Db, scope: Scope) =>
  db
    .selectFrom('app_request as r')
    .innerJoin('v_org as o', 'o.id', 'r.org_id')
    .leftJoin('v_person as a', 'a.id', 'r.asked_by')
    .leftJoin('v_person as d', 'd.id', 'r.decided_by')
    .select([
      'r.id',
      'r.app_key as key',
      'r.org_id as orgId',
      'o.name as orgName',
      'a.name as askedBy',
      'r.asked_by as askerId',
      'r.asked_at as askedAt',
      'r.reason',
      'r.status',
      'r.words',
      'd.name as decidedBy',
      'r.decided_at as decidedAt',
    ])
    .$narrowType<{ status: RequestStatus }>()
    .where(inScope(scope, { org: 'r.org_id', orgPath: 'o.path' }))

export type RequestRow = NonNullable<Awaited<ReturnType<typeof findRequest>>>

/** What waits longest first, then what was decided last. */
export function pageOfRequests(db: Db, scope: Scope, { status, ...days }: RequestFilter, page: PageQuery) {
  let query = requests(db, scope).where(duringDays('r.asked_at', days))
  if (status) query = query.where('r.status', '=', status)
  return readPage(
    db,
    query
      .orderBy('r.decided_at', (order) => order.desc().nullsFirst())
      .orderBy('r.asked_at')
      .orderBy('r.id'),
    page,
  )
}

export const findRequest = (db: Db, scope: Scope, id: string) =>
  requests(db, scope).where('r.id', '=', id).executeTakeFirst()

interface RequestDecision {
  id: string
  status: 'agreed' | 'refused'
  words: string
  by: string
}

/** Decides it if it still waits: of two who decide at once, one does. */
export async function settleRequest(db: Db, { id, status, words, by }: RequestDecision, now: Date) {
  const { numUpdatedRows } = await db
    .updateTable('app_request')
    .set({ status, words, decided_by: by, decided_at: now })
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}
