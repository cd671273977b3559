import { sql } from 'kysely'
import type { PageQuery } from '#packages/contract'
import type { Scope } from '#packages/core'
import { inScope, readSqlPage, type Db } from '#packages/db'
import type { IdentityKind } from '../contract-identity.ts'
import type { LogPeriod } from './operation-queries.ts'

export interface IdentityRecord {
  id: string
  at: Date
  kind: string
  personId: string
  personName: string
  orgName: string
  byName: string
  isOwn: boolean
  way: string
  before: string
  after: string
  address: string
  requestId: string
}

const columns = sql`
  l.id, l.at, l.kind, l.person_id as "personId", coalesce(p.name, '') as "personName", coalesce(o.name, '') as "orgName",
  coalesce(b.name, '') as "byName", b.id is not distinct from l.person_id as "isOwn", l.way, l.before, l.after, l.address,
  l.request_id as "requestId"`
const names = sql`
  left join v_person p on p.id = l.person_id left join v_org o on o.id = l.org_id
  left join lateral (select id, name from v_person where account_id = l.by_account_id order by id limit 1) b on true`

/**
 * The change was made in the scope, or the person worked or learned there on that day. What happens at the next school
 * of somebody who left does not concern the former one.
 */
const isOfScope = (scope: Scope) =>
  scope.district
    ? sql`true`
    : sql`(${inScope(scope, { org: 'l.org_id' })}
        or exists (select from v_membership m where m.person_id = l.person_id and ${inScope(scope, { org: 'm.org_id' })}
          and m.valid @> (l.at at time zone 'Asia/Shanghai')::date)
        or exists (select from v_student s join v_enrolment e on e.student_id = s.id where s.person_id = l.person_id
          and ${inScope(scope, { org: 'e.org_id' })} and e.valid @> (l.at at time zone 'Asia/Shanghai')::date))`

export interface IdentityFilter extends LogPeriod {
  kind?: IdentityKind | undefined
  personIds?: readonly string[] | undefined
}

/** The changes of a list as a part of SQL, for the list and its export. */
export const selectIdentityChanges = (readerScope: Scope, { from, to, kind, personIds }: IdentityFilter) => ({
  columns,
  from: sql`identity_log as l where ${sql.join(
    [
      sql`l.at >= ${from} and l.at < ${to}`,
      isOfScope(readerScope),
      ...(kind ? [sql`l.kind = ${kind}`] : []),
      ...(personIds ? [sql`l.person_id = any(${personIds}::uuid[])`] : []),
    ],
    sql` and `,
  )}`,
  joined: names,
})

/** Changes of how people of the scope sign in, newest first. */
export const listIdentityPage = (db: Db, scope: Scope, filter: IdentityFilter, page: PageQuery) => {
  const { from, joined } = selectIdentityChanges(scope, filter)
  const orderBy = sql`l.at desc, l.id desc`
  return readSqlPage<IdentityRecord>(db, { columns, from, joined: { as: 'l', with: joined }, orderBy }, page)
}

export async function findIdentityChange(db: Db, scope: Scope, id: string, { from, to }: LogPeriod) {
  const { rows } = await sql<IdentityRecord>`
    select ${columns} from identity_log l ${names}
    where l.id = ${id} and l.at >= ${from} and l.at < ${to} and ${isOfScope(scope)}
  `.execute(db)
  return rows[0]
}

/** All changes of one person of the scope, newest first. */
export async function listIdentityTimeline(db: Db, scope: Scope, personId: string, limit: number) {
  const { rows } = await sql<IdentityRecord>`
    select ${columns} from identity_log l ${names}
    where l.person_id = ${personId} and ${isOfScope(scope)} order by l.at desc, l.id desc limit ${limit}
  `.execute(db)
  return rows
}
