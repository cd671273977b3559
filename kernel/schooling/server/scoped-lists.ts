import { defineScopedLists } from '#packages/testing'
import { listClassesInScope, getClassPage } from './class-queries.ts'
import { listGradesInScope } from './grade-queries.ts'
import { listReadinessRows } from './readiness-queries.ts'

interface Row {
  id: string
  kind: 'class' | 'grade' | 'school'
  orgId: string
  orgPath: string
  classStaff: string[]
  classLeaders: string[]
}

/** The day of the lists; some assignments end before it or begin after it. */
const day = '2026-10-15'
const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)
const ofKind =
  (kind: Row['kind']) =>
  (row: Row): boolean =>
    row.kind === kind

export default defineScopedLists<Row>({
  rows: async (sql, district) => {
    // One grade with four classes for each school; repeated calls add nothing. Each membership has assignments in some
    // classes on the day and in others before or after it, which must not count.
    await sql(
      `insert into tenant.grade (district_id, id, org_id, stage, start_year, years, created_at, updated_at)
       select district_id, gen_random_uuid(), id, 2, 2024, 6, now(), now() from tenant.organisation
       where district_id = $1 and type = 'school' and deleted_at is null
       on conflict on constraint grade_once do nothing`,
      [district],
    )
    await sql(
      `insert into tenant.school_class (district_id, id, org_id, grade_id, name, opened_on, sort, created_at, updated_at)
       select g.district_id, gen_random_uuid(), g.org_id, g.id, n || '班', '2024-09-01', n, now(), now()
       from tenant.grade g, generate_series(1, 4) n where g.district_id = $1 and g.start_year = 2024 and g.stage = 2
       on conflict (district_id, grade_id, name) where closed_on is null do nothing`,
      [district],
    )
    await sql(
      `insert into tenant.class_teacher (district_id, id, class_id, user_id, role, valid, created_at, updated_at)
       select c.district_id, gen_random_uuid(), c.id, m.id, case c.name when '4班' then 'vice' else 'life' end,
         case when c.name in ('1班', '4班') then daterange('2026-09-01', null) when c.name = '2班' then daterange('2026-09-01', $2::date)
           else daterange($2::date + 1, null) end, now(), now()
       from tenant.membership m join tenant.school_class c on c.district_id = m.district_id and c.org_id = m.org_id
       where m.district_id = $1
         and not exists (select from tenant.class_teacher t where t.class_id = c.id and t.user_id = m.id)`,
      [district, day],
    )
    return sql<Row>(
      `with there as (
         select c.id, c.org_id, c.grade_id, o.path::text as path, array(
           select t.user_id::text from tenant.class_teacher t where t.class_id = c.id and t.valid @> $2::date
           union select h.user_id::text from tenant.grade_head h where h.grade_id = c.grade_id and h.valid @> $2::date
           union select a.user_id::text from tenant.teaching_assignment a
             join tenant.teaching_group g on g.id = a.group_id where g.class_id = c.id and a.valid @> $2::date) as staff, array(
           select t.user_id::text from tenant.class_teacher t
           where t.class_id = c.id and t.valid @> $2::date and t.role in ('head', 'vice')
           union select h.user_id::text from tenant.grade_head h where h.grade_id = c.grade_id and h.valid @> $2::date) as leaders
         from tenant.school_class c join tenant.organisation o on o.district_id = c.district_id and o.id = c.org_id
         where c.district_id = $1
       )
       select id, 'class' as kind, org_id as "orgId", path as "orgPath", staff as "classStaff", leaders as "classLeaders" from there
       union all
       select g.id, 'grade', g.org_id, o.path::text, array(
         select distinct s from there, unnest(there.staff) as s where there.grade_id = g.id), array(
         select distinct s from there, unnest(there.leaders) as s where there.grade_id = g.id)
       from tenant.grade g join tenant.organisation o on o.district_id = g.district_id and o.id = g.org_id
       where g.district_id = $1
       union all
       select id, 'school', id, path::text, '{}', '{}' from tenant.organisation
       where district_id = $1 and type in ('school', 'kindergarten', 'other-school') and deleted_at is null
         and not is_disabled`,
      [district, day],
    )
  },
  lists: {
    listClassesInScope: {
      ids: async (db, scope, rows) =>
        idsOf(await listClassesInScope(db, scope, { ids: idsOf(rows.filter(ofKind('class'))), day })),
      only: ofKind('class'),
    },
    getClassPage: {
      ids: async (db, scope) =>
        idsOf(
          (await getClassPage(db, scope, { day, keyword: '', labels: [] }, { pageNumber: 1, pageSize: 200 })).items,
        ),
      only: ofKind('class'),
    },
    listGradesInScope: {
      ids: async (db, scope) => idsOf(await listGradesInScope(db, scope, { all: true, day })),
      only: ofKind('grade'),
    },
    listReadinessRows: {
      ids: async (db, scope) => idsOf(await listReadinessRows(db, scope, { orgIds: null, day })),
      only: ofKind('school'),
    },
  },
})
