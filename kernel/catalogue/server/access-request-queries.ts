import { sql } from 'kysely'
import type { PageQuery } from '#packages/contract'
import type { Scope } from '#packages/core'
import { isWithinDays, inScope, readPage, type Db } from '#packages/db'
import type { AccessTarget } from '../contract.ts'
import type { RequestFilter, RequestStatus } from './app-request-queries.ts'

interface NewAccessRequest {
  id: string
  orgId: string
  userId: string
  by: string
  accessTarget: AccessTarget
  reason: string
}

export const insertAccessRequest = (
  db: Db,
  { id, orgId, userId, by, accessTarget, reason }: NewAccessRequest,
  now: Date,
) =>
  db
    .insertInto('access_request')
    .values({
      id,
      org_id: orgId,
      user_id: userId,
      requested_by: by,
      kind: accessTarget.kind,
      target: accessTarget.target,
      reason,
      requested_at: now,
      status: 'waiting',
    })
    .execute()

const selectAccessRequests = (db: Db, scope: Scope) =>
  db
    .selectFrom('access_request as r')
    .innerJoin('v_org as o', 'o.id', 'r.org_id')
    .leftJoin('v_person as a', 'a.id', 'r.requested_by')
    .leftJoin('v_person as d', 'd.id', 'r.decided_by')
    .select([
      'r.id',
      'r.kind',
      'r.target',
      'r.org_id as orgId',
      'r.user_id as userId',
      'o.name as orgName',
      'a.name as askedBy',
      'r.requested_by as requesterId',
      'r.requested_at as requestedAt',
      'r.reason',
      'r.status',
      'r.reply',
      'r.role_id as roleId',
      'd.name as decidedBy',
      'r.decided_at as decidedAt',
    ])
    .$narrowType<{ status: RequestStatus; kind: AccessTarget['kind'] }>()
    .where(inScope(scope, { org: 'r.org_id', orgPath: 'o.path' }))

export type AccessRequestRow = NonNullable<Awaited<ReturnType<typeof findAccessRequest>>>

/** Pending requests first, the oldest first; then decided ones, the latest first. */
export function listAccessRequestPage(db: Db, scope: Scope, { status, ...days }: RequestFilter, page: PageQuery) {
  let query = selectAccessRequests(db, scope).where(isWithinDays('r.requested_at', days))
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

export const findAccessRequest = (db: Db, scope: Scope, id: string) =>
  selectAccessRequests(db, scope).where('r.id', '=', id).executeTakeFirst()

export const hasPendingAccessRequest = async (
  db: Db,
  userId: string,
  { kind, target }: AccessTarget,
): Promise<boolean> =>
  (await db
    .selectFrom('access_request')
    .select('id')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('target', '=', target)
    .where('status', '=', 'waiting')
    .executeTakeFirst()) !== undefined

interface AccessDecision {
  id: string
  status: 'agreed' | 'refused'
  reply: string
  roleId: string | null
  by: string
}

/** Stores the decision only while the request is pending, so only one of two concurrent decisions succeeds. */
export async function storeAccessRequestDecision(db: Db, { id, status, reply, roleId, by }: AccessDecision, now: Date) {
  const { numUpdatedRows } = await db
    .updateTable('access_request')
    .set({ status, reply, role_id: roleId, decided_by: by, decided_at: now })
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Name, organisation and office phone of people, in the given order. */
export async function listDeciderContacts(db: Db, people: readonly { personId: string; orgId: string }[]) {
  const { rows } = await sql<{ name: string; orgName: string; phone: string }>`
    select p.name, o.name as "orgName", o.phone
    from jsonb_to_recordset(${JSON.stringify(people.map((one, at) => ({ ...one, at })))}::jsonb)
      as w ("personId" uuid, "orgId" uuid, at int)
    join v_person p on p.id = w."personId"
    join v_org o on o.id = w."orgId"
    order by w.at
  `.execute(db)
  return rows
}

/** The roles that an application is granted to today. */
export async function listRolesWithApp(db: Db, key: string, day: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select object_id as id from app_grant
    where app_key = ${key} and object_kind = 'role' and not is_refused
      and (begins_on is null or begins_on <= ${day}::date) and (over_on is null or over_on > ${day}::date)
    limit 200
  `.execute(db)
  return rows.map(({ id }) => id)
}
