import { sql, type CompiledQuery } from 'kysely'
import type { Scope } from '#packages/core'
import type { ChangedDays } from '#packages/crud'
import { inScope, isWithinDays, type Db } from '#packages/db'
import type { KickReason, SessionEndCause } from '../contract.ts'

export interface OperationRow {
  id: string
  at: Date
  account_id: string
  person_id: string
  user_id: string
  org_id: string
  route: string
  title: string
  object_ids: string[]
  request_id: string
  home_org_id: string | null
  address: string
  session_id: string | null
}

/**
 * The row and its objects in one statement, whose text is the same for any number of objects. In plain SQL, because
 * every write sends it. The history of an object finds the row by the ids in `indexed`.
 */
export const compileOperation = (
  db: Db,
  row: OperationRow,
  indexed: readonly string[] = row.object_ids,
): CompiledQuery =>
  sql`
    with logged as (
      insert into operation_log (id, at, account_id, person_id, user_id, org_id, route, title, object_ids, request_id,
        home_org_id, address, session_id)
      values (${row.id}, ${row.at}, ${row.account_id}, ${row.person_id}, ${row.user_id}, ${row.org_id}, ${row.route},
        ${row.title}, ${row.object_ids}, ${row.request_id}, ${row.home_org_id}, ${row.address}, ${row.session_id})
    )
    insert into operation_object (object_id, at, id)
    select object_id, ${row.at}, ${row.id} from unnest(${[...new Set(indexed)]}::uuid[]) as object_id
  `.compile(db)

export interface LoginRow {
  id: string
  at: Date
  account_id: string
  person_id: string | null
  user_id: string | null
  org_id: string | null
  session_id: string | null
  sign_in_method: string
  outcome: string
  address: string
  agent: string
  request_id: string
}
export const insertLogin = (db: Db, row: LoginRow) => db.insertInto('login_log').values(row).execute()

/** The accounts of people. */
export async function listAccountIds(db: Db, personIds: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; accountId: string }>`
    select id, account_id as "accountId" from v_person where id = any(${personIds}::uuid[]) and account_id is not null
  `.execute(db)
  return new Map(rows.map(({ id, accountId }) => [id, accountId]))
}

export interface LoginEndRow {
  id: string
  at: Date
  session_id: string
  account_id: string
  person_id: string
  org_id: string
  cause: SessionEndCause
  by_person_id: string | null
  reason: KickReason | null
}
export const insertLoginEnds = (db: Db, rows: readonly LoginEndRow[]) =>
  db.insertInto('login_end').values(rows).execute()

/** The last sign-ins of an account, newest first. Switching to another organisation or application is not a sign-in. */
export const listLoginRows = (db: Db, accountId: string, limit: number) =>
  db
    .selectFrom('login_log')
    .select(['at', 'sign_in_method', 'address', 'agent', 'session_id as sessionId'])
    .where('account_id', '=', accountId)
    .where('outcome', '=', 'entered')
    .where('sign_in_method', 'not in', ['switch', 'application'])
    .orderBy('at', 'desc')
    .limit(limit)
    .execute()

interface LoginCounts {
  entered: number
  users: number
  refused: number
}

/** The sign-ins of one organisation on one day. */
export async function countLoginsOfDay(db: Db, orgId: string, day: string): Promise<LoginCounts> {
  const { rows } = await sql<LoginCounts>`
    select (count(*) filter (where outcome = 'entered'))::int as entered,
      (count(distinct account_id) filter (where outcome = 'entered'))::int as users,
      (count(*) filter (where outcome not in ('entered', 'code-needed')))::int as refused
    from login_log
    where org_id = ${orgId} and ${isWithinDays('at', { from: day, to: day })}
      and sign_in_method not in ('switch', 'application')
  `.execute(db)
  return rows[0]!
}

/** The organisations with sign-ins that were logged since a moment, and their days. */
export async function listSignInDays(db: Db, since: Date): Promise<ChangedDays[]> {
  const { rows } = await sql<ChangedDays>`
    select org_id as "orgId", array_agg(distinct ((at at time zone 'Asia/Shanghai')::date)::text) as days
    from login_log where logged_at >= ${since} and org_id is not null group by 1
  `.execute(db)
  return rows
}

/** Only this many of the newest sign-ins are searched. */
const signInsRead = 2000

interface NewDevice {
  accountId: string
  personId: string | null
  orgId: string | null
  agent: string
  address: string
  at: Date
}

/**
 * Sign-ins since a moment with a browser that the account had not used in the three months before, although it had
 * signed in. Limited to the newest sign-ins; each is looked up by the index of its account.
 */
export async function findNewDevices(db: Db, readerScope: Scope, since: Date): Promise<NewDevice[]> {
  const before = new Date(since.getTime() - 90 * 86_400_000)
  const { rows } = await sql<NewDevice>`
    select one.* from (
      select distinct on (l.account_id, l.agent) l.account_id as "accountId", l.person_id as "personId", l.org_id as "orgId",
        l.agent, l.address, l.at
      from (
        select * from login_log l
        where l.at >= ${since} and l.outcome = 'entered' and l.sign_in_method not in ('switch', 'application')
          and ${inScope(readerScope, { org: 'l.org_id' })}
        order by l.at desc limit ${signInsRead}
      ) as l
      order by l.account_id, l.agent, l.at
    ) as one
    where exists (select from login_log b where b.account_id = one."accountId" and b.at >= ${before} and b.at < ${since}
        and b.outcome = 'entered')
      and not exists (select from login_log b where b.account_id = one."accountId" and b.at >= ${before} and b.at < ${since}
        and b.outcome = 'entered' and b.agent = one.agent)
    order by one.at desc
  `.execute(db)
  return rows
}

export interface IdentityRow {
  id: string
  at: Date
  account_id: string
  person_id: string
  org_id: string
  kind: string
  by_account_id: string
  address: string
  request_id: string
  before: string
  after: string
  way: string
}
export const insertIdentityChanges = (db: Db, rows: readonly IdentityRow[]) =>
  db.insertInto('identity_log').values(rows).execute()

export interface DownloadRow {
  id: string
  at: Date
  person_id: string
  org_id: string
  file_id: string
  kind: 'view' | 'download'
  address: string
  request_id: string
}
export const insertDownloads = (db: Db, rows: readonly DownloadRow[]) =>
  db.insertInto('download_log').values(rows).execute()

export interface RevealRow {
  id: string
  at: Date
  account_id: string
  person_id: string
  org_id: string
  subject_kind: string
  subject_id: string
  field: string
  reason: Buffer
  request_id: string
  address: string
  session_id: string | null
}
export const insertReveals = (db: Db, rows: readonly RevealRow[]) => db.insertInto('reveal_log').values(rows).execute()

/** The number of reveals by a person since then, except of this field. */
export async function countReveals(db: Db, personId: string, since: Date, except: string): Promise<number> {
  const { count } = await db
    .selectFrom('reveal_log')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('person_id', '=', personId)
    .where('at', '>=', since)
    .where('field', '<>', except)
    .executeTakeFirstOrThrow()
  return count
}

/** The number of reveals of this field by a person since then, per request. */
export const countRevealsByRequest = (db: Db, personId: string, field: string, since: Date) =>
  db
    .selectFrom('reveal_log')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('person_id', '=', personId)
    .where('at', '>=', since)
    .where('field', '=', field)
    .groupBy(['at', 'request_id'])
    .execute()

/** The number of reveals of a subject since then, except of this field, and the last one. */
export async function sumReveals(db: Db, subjectKind: string, subjectId: string, since: Date, except: string) {
  const rows = () =>
    db
      .selectFrom('reveal_log')
      .where('subject_id', '=', subjectId)
      .where('subject_kind', '=', subjectKind)
      .where('at', '>=', since)
      .where('field', '<>', except)
  const { count } = await rows()
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const last = await rows()
    .select(['at', 'person_id as personId', 'org_id as orgId', 'field'])
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return { count, last }
}

/** The last reveals of a subject, newest first. */
export const listRevealRows = (db: Db, subjectKind: string, subjectId: string, limit: number) =>
  db
    .selectFrom('reveal_log')
    .select(['id', 'at', 'person_id as personId', 'field', 'reason', 'address'])
    .where('subject_id', '=', subjectId)
    .where('subject_kind', '=', subjectKind)
    .orderBy('at', 'desc')
    .limit(limit)
    .execute()
