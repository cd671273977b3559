import { sql } from 'kysely'
import type { Db } from '#packages/db'

export interface Member {
  userId: string
  personId: string
  orgId: string
}

export const listMembers = async (db: Db, day: string) =>
  (
    await sql<Member>`
      select m.id as "userId", m.person_id as "personId", m.org_id as "orgId" from v_membership m
      where m.valid @> ${day}::date order by m.org_id, m.id
    `.execute(db)
  ).rows

/** The days before, around the mean of the days that were opened: growing over two years, and few in the holidays. */
export const insertInventedUsage = (db: Db, days: readonly string[]) =>
  sql`
    with mean as (
      select org_id, app_key, avg(opens) as opens, avg(users) as users from app_usage_day group by 1, 2
    ), drawn as (
      select m.*, d.day, case when extract(month from d.day) in (2, 7, 8) then 0.05 else 1 end
        * (0.5 + 0.5 * d.at / ${days.length}::int)
        * (0.7 + 0.6 * (hashtextextended(org_id || app_key || d.day, 0) & 65535) / 65535.0) as part
      from mean m, unnest(${days}::date[]) with ordinality as d (day, at)
    ), used as (
      select org_id, app_key, day, round(opens * part)::int as opens, least(round(opens * part), ceil(users * part))::int as users
      from drawn where round(opens * part) > 0
    ), written as (
      insert into app_usage_day (id, org_id, app_key, day, opens, users, hours)
      select md5(org_id || ' ' || app_key || ' ' || to_char(day, 'YYYY-MM-DD'))::uuid, org_id, app_key, day, opens, users,
        array(select case n when 8 then opens - opens / 2 when 14 then opens / 2 else 0 end from generate_series(0, 23) as n)
      from used
      on conflict do nothing
      returning org_id, app_key, day, opens
    )
    insert into app_usage_month as u (org_id, app_key, month, opens)
    select org_id, app_key, date_trunc('month', day)::date as month, sum(opens) from written group by 1, 2, 3
    on conflict (district_id, org_id, month, app_key) do update set opens = u.opens + excluded.opens
  `.execute(db)
