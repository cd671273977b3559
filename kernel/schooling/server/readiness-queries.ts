import { sql } from 'kysely'
import type { Scope } from '#packages/core'
import { inScope, type Db } from '#packages/db'
import type { SchoolSetUpFacts } from './set-up-queries.ts'

/** Higher than the number of schools of any district. */
const schoolLimit = 1_000

export interface ReadinessRow extends SchoolSetUpFacts {
  id: string
  name: string
  pinyin: string
  initials: string
  sort: number
  skipped: string[]
  isFinished: boolean
  pupils: number
  accounts: number
  lastImportAt: Date | null
  changes: number
  bindings: number
  remindedOn: string | null
}

const isLive = (alias: string, day: string) =>
  sql`${sql.ref(`${alias}.begins_on`)} <= ${day}::date
    and (${sql.ref(`${alias}.over_on`)} is null or ${sql.ref(`${alias}.over_on`)} > ${day}::date)`

/**
 * The schools in scope with all counts, in one statement. Staff and pupils are counted per school: this uses their
 * indexes and avoids a row-level-security check for each row.
 */
export async function listReadinessRows(
  db: Db,
  scope: Scope,
  { orgIds, day }: { orgIds: readonly string[] | null; day: string },
): Promise<ReadinessRow[]> {
  const live = (alias: string) => isLive(alias, day)
  const ofSchools = sql`(select id from school)`
  const { rows } = await sql<ReadinessRow>`
    with school as materialized (
      select o.id, o.name, o.pinyin, o.pinyin_initials, o.sort, o.phone, o.address from v_org as o
      where o.type in ('school', 'kindergarten', 'other-school') and not o.is_disabled
        and ${inScope(scope, { org: 'o.id', orgPath: 'o.path' })}
        and ${orgIds === null ? sql`true` : sql`o.id = any(${orgIds}::uuid[])`}
      order by o.sort, o.id limit ${schoolLimit}
    ), year as materialized (
      select g.id, g.org_id from grade as g
      where g.org_id in ${ofSchools} and make_date(g.start_year + g.years, 9, 1) > ${day}::date
    ), headed as materialized (
      select distinct t.class_id from class_teacher as t join v_membership as m on m.id = t.user_id
      where t.role = 'head' and ${live('t')} and m.valid @> ${day}::date
    ), class_count as (
      select c.org_id, count(*) as classes, count(*) filter (where h.class_id is null) as headless
      from school_class as c join year on year.id = c.grade_id left join headed as h on h.class_id = c.id
      where c.closed_on is null or c.closed_on > ${day}::date
      group by c.org_id
    ), change_count as (
      select side.org_id, count(distinct c.id) as changes
      from v_open_staff_change as c, lateral (values (c.from_org_id), (c.to_org_id)) as side (org_id)
      group by side.org_id
    )
    select s.id, s.name, s.pinyin, s.pinyin_initials as initials, s.sort, s.phone, s.address,
      (select count(*) from term where ends_on >= ${day}::date) as terms,
      coalesce(scheme.schemes, 0) as schemes, coalesce(grades.grades, 0) as grades,
      coalesce(c.classes, 0) as classes, coalesce(c.headless, 0) as headless,
      m.staff, m.accounts, p.pupils,
      coalesce(u.skipped, '{}') as skipped, u.finished_at is not null as "isFinished",
      imported.at as "lastImportAt", coalesce(change.changes, 0) as changes, coalesce(binding.bindings, 0) as bindings,
      reminded.on_day as "remindedOn"
    from school as s
    left join class_count as c on c.org_id = s.id
    cross join lateral (
      select count(distinct m.person_id) as staff,
        count(distinct m.person_id) filter (where n.account_id is not null) as accounts
      from v_membership as m join v_person as n on n.id = m.person_id
      where m.org_id = s.id and m.valid @> ${day}::date) as m
    cross join lateral (select count(*) as pupils from v_enrolment as p where p.org_id = s.id and ${live('p')}) as p
    left join change_count as change on change.org_id = s.id
    left join (select org_id, count(*) as grades from year group by org_id) as grades on grades.org_id = s.id
    left join (
      select org_id, count(*) as schemes from period_scheme
      where over_on is null or over_on > ${day}::date group by org_id) as scheme on scheme.org_id = s.id
    left join (select org_id, count(*) as bindings from v_open_binding group by org_id) as binding
      on binding.org_id = s.id
    left join (select org_id, max(applied_at) as at from v_org_import group by org_id) as imported
      on imported.org_id = s.id
    left join lateral (
      select r.reminded_on::text as on_day from set_up_reminder as r
      where r.org_id = s.id order by r.reminded_on desc limit 1) as reminded on true
    left join school_set_up as u on u.org_id = s.id
    order by s.sort, s.id
  `.execute(db)
  return rows
}

/**
 * Number of classes per school without any teacher in the term. A separate query for the shown page, because
 * assignments are many.
 */
export async function countUntaughtClasses(
  db: Db,
  orgIds: readonly string[],
  day: string,
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ orgId: string; count: number }>`
    select c.org_id as "orgId", count(*) as count
    from school_class as c join grade as y on y.id = c.grade_id
    where c.org_id = any(${orgIds}::uuid[]) and (c.closed_on is null or c.closed_on > ${day}::date)
      and make_date(y.start_year + y.years, 9, 1) > ${day}::date
      and not exists (
        select from teaching_group as g join teaching_assignment as a on a.group_id = g.id
        where g.class_id = c.id and ${isLive('a', day)}
          and g.term_id = (select id from term where ends_on >= ${day}::date order by starts_on limit 1))
    group by c.org_id
  `.execute(db)
  return new Map(rows.map(({ orgId, count }) => [orgId, count]))
}

/** Records the reminders of a day; returns the schools that had none on that day. */
export async function insertReminders(
  db: Db,
  schools: readonly { orgId: string; people: number }[],
  { personId, day, now }: { personId: string; day: string; now: Date },
): Promise<Set<string>> {
  const { rows } = await sql<{ orgId: string }>`
    insert into set_up_reminder (org_id, reminded_on, person_id, people, created_at)
    select s."orgId", ${day}::date, ${personId}, s.people, ${now}
    from jsonb_to_recordset(${JSON.stringify(schools)}::jsonb) as s ("orgId" uuid, people int)
    order by s."orgId"
    on conflict do nothing
    returning org_id as "orgId"
  `.execute(db)
  return new Set(rows.map(({ orgId }) => orgId))
}
