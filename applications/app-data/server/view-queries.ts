import { sql } from 'kysely'
import type { Db } from '#packages/db'

export interface ViewFilters {
  orgId: string
  code: string | null
  from: string
  to: string
}

export interface StoredView {
  id: string
  name: string
  filters: ViewFilters
}

export async function listStoredViews(db: Db, userId: string, key: string): Promise<StoredView[]> {
  const { rows } = await sql<StoredView>`
    select id, name, filters from app_data_view where user_id = ${userId} and key = ${key} order by created_at, id
  `.execute(db)
  return rows
}

export const insertView = (
  db: Db,
  { id, userId, key, name, filters, now }: StoredView & { userId: string; key: string; now: Date },
) =>
  sql`
    insert into app_data_view (id, user_id, key, name, filters, created_at)
    values (${id}, ${userId}, ${key}, ${name}, ${JSON.stringify(filters)}::jsonb, ${now})
  `.execute(db)

export async function deleteView(db: Db, userId: string, id: string): Promise<boolean> {
  const { rows } = await sql`delete from app_data_view where id = ${id} and user_id = ${userId} returning id`.execute(
    db,
  )
  return rows.length > 0
}
