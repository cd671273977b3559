import type { Db } from '#packages/db'

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
}

export const insertOperation = (db: Db, row: OperationRow) => db.insertInto('operation_log').values(row).execute()

export interface LoginRow {
  id: string
  at: Date
  account_id: string
  person_id: string | null
  user_id: string | null
  org_id: string | null
  session_id: string | null
  door: string
  outcome: string
  address: string
  agent: string
  request_id: string
}
export const insertLogin = (db: Db, row: LoginRow) => db.insertInto('login_log').values(row).execute()

/** When an account last came in, newest first. Going on from there, to another organisation or an application, is not coming in. */
export const lastLogins = (db: Db, accountId: string, limit: number) =>
  db
    .selectFrom('login_log')
    .select(['at', 'door', 'address', 'agent', 'session_id as sessionId'])
    .where('account_id', '=', accountId)
    .where('outcome', '=', 'entered')
    .where('door', 'not in', ['switch', 'application'])
    .orderBy('at', 'desc')
    .limit(limit)
    .execute()

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
}
export const insertReveals = (db: Db, rows: readonly RevealRow[]) => db.insertInto('reveal_log').values(rows).execute()

/** How often somebody had something shown since then, other than this. */
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

/** How many had this of theirs shown to somebody since then, request by request. */
export const revealsByRequest = (db: Db, personId: string, field: string, since: Date) =>
  db
    .selectFrom('reveal_log')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('person_id', '=', personId)
    .where('at', '>=', since)
    .where('field', '=', field)
    .groupBy(['at', 'request_id'])
    .execute()

/** The last times that something of somebody was shown, newest first. */
export const revealsOf = (db: Db, subjectKind: string, subjectId: string, limit: number) =>
  db
    .selectFrom('reveal_log')
    .select(['at', 'person_id as personId', 'field', 'reason'])
    .where('subject_id', '=', subjectId)
    .where('subject_kind', '=', subjectKind)
    .orderBy('at', 'desc')
    .limit(limit)
    .execute()
