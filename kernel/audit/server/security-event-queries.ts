import type { Db } from '#packages/db'
import type { SecurityEventKind } from '../contract.ts'

export interface SecurityEventEntry {
  id: string
  at: Date
  kind: SecurityEventKind
  account_id: string
  person_id: string
  user_id: string
  org_id: string
  session_id: string
  address: string
  route: string
  title: string
  count: number
  request_id: string
}
export const insertSecurityEvents = (db: Db, rows: readonly SecurityEventEntry[]) =>
  db.insertInto('security_event').values(rows).execute()
