import type { Db } from '#packages/db'
import type { AppStatus } from '../contract.ts'

interface SeedDecision {
  key: string
  status: AppStatus
  reason: string
  by: string
}

/** A decision in the past, stored without notifying anybody. */
export const storeSeedDecision = (db: Db, { key, status, reason, by }: SeedDecision, now: Date) =>
  db
    .updateTable('application')
    .set({ status, audit_reason: reason, audited_at: now, audited_by: by })
    .where('key', '=', key)
    .execute()
