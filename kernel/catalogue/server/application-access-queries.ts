import { sql } from 'kysely'
import type { AppAudience } from '#packages/contract'
import type { Db } from '#packages/db'
import type { AppStatus } from '../contract.ts'
import { isLive, type GrantRow } from './grant-queries.ts'

interface CallerAccess {
  path: string
  /** What the district changed of the applications. */
  changes: { key: string; status: AppStatus; audience: AppAudience }[]
  /** The active grants for the organisations of the path, for the caller and for the caller's roles. */
  grants: GrantRow[]
  isTeaching: boolean
  auditorTypes: number[]
}

/** Reads in one query what decides whether the caller may use these built-in applications. Runs with their requests. */
export async function findCallerAccess(
  db: Db,
  { keys, orgId, userId, day }: { keys: readonly string[]; orgId: string; userId: string; day: string },
): Promise<CallerAccess | undefined> {
  const { rows } = await sql<CallerAccess>`
    select o.path::text as path,
      coalesce((
        select jsonb_agg(jsonb_build_object('key', a.key, 'status', a.status, 'audience', a.audience))
        from application a where a.key = any(${keys}::text[])
      ), '[]') as changes,
      coalesce((
        select jsonb_agg(jsonb_build_object('key', g.app_key, 'kind', g.object_kind, 'objectId', g.object_id,
          'includesBelow', g.includes_below, 'isRefused', g.is_refused))
        from app_grant g
        where g.app_key = any(${keys}::text[]) and ${isLive(day)} and case g.object_kind
          when 'org' then g.object_id = any(string_to_array(o.path::text, '.')::uuid[])
          when 'person' then g.object_id = ${userId}::uuid
          else exists (
            select from v_role_holding h where h.membership_id = ${userId} and h.role_id = g.object_id
              and (h.begins_on is null or h.begins_on <= ${day}::date) and (h.over_on is null or h.over_on > ${day}::date)
          ) end
      ), '[]') as grants,
      exists (
        select from v_class_staff c
        where c.user_id = ${userId} and c.begins_on <= ${day}::date and (c.over_on is null or c.over_on > ${day}::date)
      ) as "isTeaching",
      array(
        select auditor_type from app_auditor
        where user_id = ${userId} and org_id = any(string_to_array(o.path::text, '.')::uuid[])
      ) as "auditorTypes"
    from v_org o where o.id = ${orgId}
  `.execute(db)
  return rows[0]
}
