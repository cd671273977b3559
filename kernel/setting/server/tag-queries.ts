import { sql } from 'kysely'
import type { Db } from '#packages/db'
import type { SettingTag } from '../contract.ts'

const selectTags = (db: Db) =>
  db
    .selectFrom('setting_tag as t')
    .select(['t.id', 't.name', 't.color', 't.sort', 't.is_enabled as isEnabled'])
    .orderBy('t.sort')
    .orderBy('t.id')

export const listOwnTags = (db: Db, orgId: string, type: string): Promise<SettingTag[]> =>
  selectTags(db).where('t.org_id', '=', orgId).where('t.type', '=', type).execute()

/** The nearest organisation on the path up that has such a list. */
export async function findNearestWithTags(db: Db, path: string, type: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('setting_tag as t')
    .innerJoin('v_org as o', 'o.id', 't.org_id')
    .select('t.org_id as orgId')
    .where('t.type', '=', type)
    .where(sql<boolean>`t.org_id = any(${path.split('.').filter(Boolean)}::uuid[])`)
    .orderBy(sql`nlevel(o.path)`, 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.orgId
}

/** Writes a whole list in one statement, because two tags may exchange their names. */
export const upsertTags = (db: Db, orgId: string, type: string, list: readonly SettingTag[], now: Date) =>
  sql`
    insert into setting_tag as t (id, org_id, type, name, color, sort, is_enabled, updated_at)
    select w.id, ${orgId}, ${type}, w.name, w.color, w.sort, w."isEnabled", ${now}
    from jsonb_to_recordset(${JSON.stringify(list)}::jsonb)
      as w (id uuid, name text, color text, sort int, "isEnabled" boolean)
    on conflict (district_id, id) do update
      set name = excluded.name, color = excluded.color, sort = excluded.sort, is_enabled = excluded.is_enabled,
        updated_at = excluded.updated_at
      where t.org_id = excluded.org_id and t.type = excluded.type
  `.execute(db)
