import { filterSeen, type ScopedLists, type TestDatabase } from '#packages/testing'
import { listCasesInScope, lockCaseInScope } from './cases/case-queries.ts'
import { listAbsentDaysInScope } from './cases/long-absence-queries.ts'

export interface ScopedCaseRow {
  /** Of `absent`: the pupil's. */
  id: string
  kind: 'case' | 'absent'
  orgId: string
  orgPath: string
  classStaff: string[]
  classLeaders: string[]
}

const day = '2026-10-15'
const days = ['2026-10-13', '2026-10-14', day]
const ofKind =
  (kind: ScopedCaseRow['kind']) =>
  (row: { kind: string }): boolean =>
    row.kind === kind

/** Part of `scoped-lists.ts`. The pupils with leave of `listScopedLeave` are missing on three days, the last of which counts. */
export async function listScopedCases(sql: TestDatabase['sql'], district: number): Promise<ScopedCaseRow[]> {
  await sql(
    `insert into tenant.term (district_id, id, school_year, number, starts_on, ends_on, created_at, updated_at)
     values ($1, gen_random_uuid(), 2041, 1, '2041-09-01', '2042-01-20', now(), now()) on conflict do nothing`,
    [district],
  )
  await sql(
    `insert into tenant.subject (district_id, id, name, kind, stages, created_at, updated_at)
     select $1, gen_random_uuid(), '未到样例', 'local', '{2}', now(), now()
     where not exists (select from tenant.subject where district_id = $1 and name = '未到样例')`,
    [district],
  )
  await sql(
    `insert into tenant.teaching_group (district_id, id, org_id, term_id, subject_id, kind, name, class_id, grade_id,
       created_at, updated_at)
     select c.district_id, gen_random_uuid(), c.org_id, t.id, u.id, 'class', '', c.id, c.grade_id, now(), now()
     from tenant.school_class c
     join tenant.term t on t.district_id = c.district_id and t.school_year = 2041
     join tenant.subject u on u.district_id = c.district_id and u.name = '未到样例'
     where c.district_id = $1 and c.name like '请假%'
       and not exists (select from tenant.teaching_group g where g.class_id = c.id and g.term_id = t.id)`,
    [district],
  )
  await sql(
    `with wanted as (
       select g.district_id, g.org_id, g.term_id, g.id as group_id, g.class_id, g.grade_id, g.subject_id, d.day,
         md5('case' || g.class_id || d.day)::uuid as id, md5('leave' || g.class_id)::uuid as student_id
       from tenant.teaching_group g join tenant.subject u on u.district_id = g.district_id and u.id = g.subject_id
       cross join unnest($2::date[]) as d (day)
       where g.district_id = $1 and u.name = '未到样例'
         and not exists (select from tenant.absence_case c where c.id = md5('case' || g.class_id || d.day)::uuid)
     ), sessions as (
       insert into tenant.attendance_session (district_id, id, org_id, term_id, kind, ref, group_id, class_id, grade_id,
         subject_id, day_on, period_id, begins, ends, expected, state, opened_at, submitted_at, updated_at)
       select district_id, id, org_id, term_id, 'lesson', id, group_id, class_id, grade_id, subject_id, day, id, '08:10',
         '08:50', array[student_id], 'submitted', now(), now(), now()
       from wanted
     ), classes as (
       insert into tenant.attendance_session_class (district_id, session_id, class_id, day_on, expected)
       select district_id, id, class_id, day, 1 from wanted
     )
     insert into tenant.absence_case (district_id, id, org_id, student_id, class_id, day_on, session_id, status, opened_at,
       updated_at)
     select district_id, id, org_id, student_id, class_id, day, id, 'open', now(), now() from wanted`,
    [district, days],
  )
  return sql<ScopedCaseRow>(
    `with class as (
       select c.id,
         array(select user_id::text from tenant.v_class_staff s where s.class_id = c.id and s.begins_on <= $2::date
           and (s.over_on is null or s.over_on > $2::date)) as staff,
         array(select user_id::text from tenant.v_class_staff s where s.class_id = c.id and s.begins_on <= $2::date
           and (s.over_on is null or s.over_on > $2::date) and s.role in ('head', 'vice', 'grade-head')) as leaders
       from tenant.school_class c where c.district_id = $1
     )
     select k.id, k.kind, a.org_id as "orgId", o.path::text as "orgPath", c.staff as "classStaff",
       c.leaders as "classLeaders"
     from tenant.absence_case a join class c on c.id = a.class_id
     join tenant.organisation o on o.district_id = a.district_id and o.id = a.org_id
     cross join lateral (values (a.id, 'case'), (a.student_id, 'absent')) as k (id, kind)
     where a.district_id = $1 and a.day_on = $2::date`,
    [district, day],
  )
}

const listSchools = (rows: readonly { orgId: string }[]) => [...new Set(rows.map(({ orgId }) => orgId))]

export const caseLists: ScopedLists<ScopedCaseRow>['lists'] = {
  listCasesInScope: {
    only: ofKind('case'),
    ids: async (db, scope, all) => {
      const found: string[] = []
      for (const orgId of listSchools(all))
        found.push(...(await listCasesInScope(db, scope, orgId, day)).map(({ id }) => id))
      return found
    },
  },
  lockCaseInScope: {
    only: ofKind('case'),
    ids: (db, scope, all) => filterSeen(all.filter(ofKind('case')), ({ id }) => lockCaseInScope(db, scope, id, day)),
  },
  listAbsentDaysInScope: {
    only: ofKind('absent'),
    ids: async (db, scope, all) => {
      const found: string[] = []
      for (const orgId of listSchools(all)) {
        const rows = await listAbsentDaysInScope(db, scope, { orgId, from: days[0]!, to: day })
        found.push(...rows.map(({ studentId }) => studentId))
      }
      return found
    },
  },
}
