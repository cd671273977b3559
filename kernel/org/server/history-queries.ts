import { sql } from 'kysely'
import type { Db } from '#packages/db'
import type { HistoryItem, HistoryKind } from '../contract.ts'

export interface NewHistoryRow {
  id: string
  orgId: string
  kind: HistoryKind
  before: string
  after: string
}

export const insertHistory = (db: Db, rows: readonly NewHistoryRow[], personId: string, now: Date) =>
  db
    .insertInto('organisation_history')
    .values(rows.map(({ orgId, ...row }) => ({ ...row, org_id: orgId, person_id: personId, at: now })))
    .execute()

/** Events of an organisation, the latest first, with people's present names. */
export async function listHistory(db: Db, orgId: string): Promise<HistoryItem[]> {
  const { rows } = await sql<Omit<HistoryItem, 'at'> & { at: Date }>`
    select h.id, h.kind, h.before, h.after, h.at, coalesce(p.name, '') as "byName"
    from organisation_history h left join v_person p on p.id = h.person_id
    where h.org_id = ${orgId}
    order by h.at desc, h.id desc
    limit 500
  `.execute(db)
  return rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() }))
}
