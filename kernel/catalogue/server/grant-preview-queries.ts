import { sql, type RawBuilder } from 'kysely'
import type { AppAudience } from '#packages/contract'
import type { Db } from '#packages/db'

/** An organisation in which the application is open before or after the change. */
export interface OrgOpenState {
  id: string
  was: boolean
  will: boolean
}

interface ViewerCountQuery {
  orgs: readonly OrgOpenState[]
  /** Roles or memberships that have the application before and after, depending on the audience. */
  before: readonly string[]
  after: readonly string[]
  day: string
}

interface ViewerCounts {
  before: number
  after: number
  gains: number
  loses: number
  names: string[]
}

/** The membership holds one of these roles on that day. */
const holdsRole = (roleIds: readonly string[], day: string): RawBuilder<boolean> => sql<boolean>`exists (
  select from v_role_holding h
  where h.membership_id = m.id and h.role_id = any(${roleIds}::uuid[])
    and (h.begins_on is null or h.begins_on <= ${day}::date) and (h.over_on is null or h.over_on > ${day}::date))`

const teaches = (day: string) => sql<boolean>`exists (
  select from v_class_staff c
  where c.user_id = m.id and c.begins_on <= ${day}::date and (c.over_on is null or c.over_on > ${day}::date))`

/** SQL conditions: a member of staff sees the application before and after. */
function viewerConditions(audience: AppAudience, { before, after, day }: ViewerCountQuery) {
  if (audience === 'person') return { was: sql`m.id = any(${before}::uuid[])`, will: sql`m.id = any(${after}::uuid[])` }
  const [was, will] = [sql`coalesce(t.was, false)`, sql`coalesce(t.will, false)`]
  if (audience === 'role')
    return { was: sql`${was} and ${holdsRole(before, day)}`, will: sql`${will} and ${holdsRole(after, day)}` }
  if (audience === 'teaching') return { was: sql`${was} and ${teaches(day)}`, will: sql`${will} and ${teaches(day)}` }
  return { was, will }
}

const changedOrgs = (orgs: readonly OrgOpenState[]) =>
  sql`jsonb_to_recordset(${JSON.stringify(orgs)}::jsonb) as t (id uuid, was boolean, will boolean)`

const summarised = sql`
  select count(*) filter (where was)::int as before, count(*) filter (where will)::int as after,
    count(*) filter (where will and not was)::int as gains, count(*) filter (where was and not will)::int as loses,
    coalesce((array_agg(name order by name) filter (where was <> will))[1:5], '{}') as names
  from seen`

/**
 * Counts the staff of these organisations, and the people named, who see an application before and after, in one query.
 */
export async function countViewers(db: Db, audience: AppAudience, query: ViewerCountQuery): Promise<ViewerCounts> {
  const { was, will } = viewerConditions(audience, query)
  const isConcerned =
    audience === 'person' ? sql`m.id = any(${[...query.before, ...query.after]}::uuid[])` : sql`t.id is not null`
  const { rows } = await sql<ViewerCounts>`
    with seen as (
      select p.name, ${was} as was, ${will} as will
      from v_membership m
      join v_person p on p.id = m.person_id
      join v_org o on o.id = m.org_id
      left join ${changedOrgs(query.orgs)} on t.id = m.org_id
      where ${isConcerned} and m.valid @> ${query.day}::date and not m.is_suspended and not o.is_disabled
    ) ${summarised}
  `.execute(db)
  return rows[0]!
}

/** Counts pupils instead: those who are at one of these schools on that day. */
export async function countPupilViewers(db: Db, { orgs, day }: ViewerCountQuery): Promise<ViewerCounts> {
  const { rows } = await sql<ViewerCounts>`
    with seen as (
      -- A child's name is not told to whoever only decides about programs.
      select null::text as name, t.was, t.will
      from v_enrolment s
      join v_org o on o.id = s.org_id
      join ${changedOrgs(orgs)} on t.id = s.org_id
      where s.begins_on <= ${day}::date and (s.over_on is null or s.over_on > ${day}::date) and not o.is_disabled
    ) ${summarised}
  `.execute(db)
  return { ...rows[0]!, names: [] }
}
