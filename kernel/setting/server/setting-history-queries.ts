import { sql } from 'kysely'
import type { Db } from '#packages/db'
import type { ChangeCause } from './setting-queries.ts'

export interface SettingVersion {
  version: number
  value: Record<string, unknown>
  fixed: string[]
  pinned: Record<string, string>
}

interface HistoryRow extends SettingVersion {
  cause: ChangeCause
  by: string
  createdAt: Date
  /** The version before; null for the first. */
  beforeValue: Record<string, unknown> | null
  beforeFixed: string[] | null
}

/** The newest versions of a setting, each with the one before it. */
export async function listVersions(db: Db, orgId: string, type: string, limit: number): Promise<HistoryRow[]> {
  const { rows } = await sql<HistoryRow>`
    select h.version, h.value, h.fixed, h.pinned, h.cause, h.created_at as "createdAt", coalesce(p.name, '') as by,
      b.value as "beforeValue", b.fixed as "beforeFixed"
    from setting_history h
    left join setting_history b on b.org_id = h.org_id and b.key = h.key and b.version = h.version - 1
    left join v_person p on p.id = h.person_id
    where h.org_id = ${orgId} and h.key = ${type}
    order by h.version desc limit ${limit}
  `.execute(db)
  return rows
}

export const findVersion = (
  db: Db,
  orgId: string,
  type: string,
  version: number,
): Promise<SettingVersion | undefined> =>
  db
    .selectFrom('setting_history as h')
    .select(['h.version', 'h.fixed'])
    .select([sql<Record<string, unknown>>`h.value`.as('value'), sql<Record<string, string>>`h.pinned`.as('pinned')])
    .where('h.org_id', '=', orgId)
    .where('h.key', '=', type)
    .where('h.version', '=', version)
    .executeTakeFirst()

/** Author and time of the current version. */
export async function findLastChange(db: Db, orgId: string, type: string) {
  const { rows } = await sql<{ at: Date; by: string }>`
    select s.updated_at as at, coalesce(p.name, '') as by from setting s
    left join setting_history h on h.org_id = s.org_id and h.key = s.key and h.version = s.version
    left join v_person p on p.id = h.person_id
    where s.org_id = ${orgId} and s.key = ${type}
  `.execute(db)
  return rows[0]
}

interface PushedSetting {
  type: string
  orgId: string
  /** Whether nobody has changed it since. */
  isCurrent: boolean
  version: number
  /** The current locks from above. */
  pinned: Readonly<Record<string, string>>
  before: Omit<SettingVersion, 'version'> | null
}

/** The rows of one push with the values before it. */
export async function listPushedSettings(db: Db, pushId: string): Promise<PushedSetting[]> {
  const { rows } = await sql<PushedSetting>`
    select h.key as type, h.org_id as "orgId", h.version, s.version = h.version as "isCurrent", s.pinned,
      case when b.version is not null
        then jsonb_build_object('value', b.value, 'fixed', b.fixed, 'pinned', b.pinned) end as before
    from setting_history h
    join setting s on s.org_id = h.org_id and s.key = h.key
    left join setting_history b on b.org_id = h.org_id and b.key = h.key and b.version = h.version - 1
    where h.push_id = ${pushId} and h.cause = 'push'
  `.execute(db)
  return rows
}
