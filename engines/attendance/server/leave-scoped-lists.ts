import { filterSeen, type ScopedLists, type TestDatabase } from '#packages/testing'
import { insertClassesOfSchools } from '#kernel/schooling/server/example.ts'
import { findLeaveInScope, findPupilInScope, listLeaveInScope } from './leave/leave-queries.ts'

export interface ScopedLeaveRow {
  id: string
  kind: 'leave' | 'pupil'
  orgId: string
  orgPath: string
  classStaff: string[]
  classLeaders: string[]
}

const day = '2026-10-15'
const ofKind =
  (kind: ScopedLeaveRow['kind']) =>
  (row: { kind: string }): boolean =>
    row.kind === kind

/**
 * Part of `scoped-lists.ts`. A grade with three classes for each school, which staff lead, teach or only taught before;
 * in each a pupil with leave.
 */
export async function listScopedLeave(sql: TestDatabase['sql'], district: number): Promise<ScopedLeaveRow[]> {
  await insertClassesOfSchools(sql, district, { startYear: 2022, classes: 3, prefix: '请假' })
  await sql(
    `insert into tenant.class_teacher (district_id, id, class_id, user_id, role, valid, created_at, updated_at)
     select c.district_id, gen_random_uuid(), c.id, m.id, case c.name when '请假1班' then 'vice' else 'life' end,
       case c.name when '请假3班' then daterange('2022-09-01', $2::date) else daterange('2022-09-01', null) end, now(), now()
     from tenant.membership m join tenant.school_class c on c.district_id = m.district_id and c.org_id = m.org_id
     where m.district_id = $1 and c.name like '请假%'
       and not exists (select from tenant.class_teacher t where t.class_id = c.id and t.user_id = m.id)`,
    [district, day],
  )
  await sql(
    `with wanted as (
       select c.district_id, c.id as class_id, c.grade_id, c.org_id, md5('leave' || c.id)::uuid as id
       from tenant.school_class c where c.district_id = $1 and c.name like '请假%'
         and not exists (select from tenant.student s where s.id = md5('leave' || c.id)::uuid)
     ), people as (
       insert into tenant.person (district_id, id, name, created_at, updated_at)
       select district_id, id, '某生', now(), now() from wanted
     ), pupils as (
       insert into tenant.student (district_id, id, person_id, org_id, status, school_no, created_at, updated_at)
       select district_id, id, id, org_id, 'studying', left(id::text, 8), now(), now() from wanted
     ), places as (
       insert into tenant.enrolment (district_id, id, student_id, org_id, grade_id, class_id, valid, created_at, updated_at)
       select district_id, id, id, org_id, grade_id, class_id, daterange('2026-09-01', null), now(), now() from wanted
     )
     insert into tenant.pupil_leave (district_id, id, org_id, student_id, class_id, kind, starts_on, start_half, ends_on, end_half,
       status, source, asked_by, created_at, updated_at)
     select district_id, id, org_id, id, class_id, 'sick', $2, 'am', $2, 'pm', 'running', 'guardian', id, now(), now() from wanted`,
    [district, day],
  )
  return sql<ScopedLeaveRow>(
    `with class as (
       select c.id, c.org_id,
         array(select user_id::text from tenant.v_class_staff s where s.class_id = c.id and s.begins_on <= $2::date
           and (s.over_on is null or s.over_on > $2::date)) as staff,
         array(select user_id::text from tenant.v_class_staff s where s.class_id = c.id and s.begins_on <= $2::date
           and (s.over_on is null or s.over_on > $2::date) and s.role in ('head', 'vice', 'grade-head')) as leaders
       from tenant.school_class c where c.district_id = $1
     )
     select l.id, 'leave' as kind, l.org_id as "orgId", o.path::text as "orgPath", c.staff as "classStaff", c.leaders as "classLeaders"
     from tenant.pupil_leave l join class c on c.id = l.class_id
     join tenant.organisation o on o.district_id = l.district_id and o.id = l.org_id
     where l.district_id = $1 and l.starts_on = $2::date
     union all
     select e.student_id, 'pupil', e.org_id, o.path::text, coalesce(c.staff, '{}'), coalesce(c.leaders, '{}')
     from tenant.enrolment e left join class c on c.id = e.class_id
     join tenant.organisation o on o.district_id = e.district_id and o.id = e.org_id
     where e.district_id = $1 and e.valid @> $2::date and e.status = 'studying'`,
    [district, day],
  )
}

export const leaveLists: ScopedLists<ScopedLeaveRow>['lists'] = {
  listLeaveInScope: {
    only: ofKind('leave'),
    ids: async (db, scope) => {
      const filter = { orgId: null, classId: null, from: day, to: day, status: null, keyword: null }
      const { items } = await listLeaveInScope(db, scope, filter, { pageNumber: 1, pageSize: 10_000 }, day)
      return items.map(({ id }) => id)
    },
  },
  findLeaveInScope: {
    only: ofKind('leave'),
    ids: (db, scope, all) => filterSeen(all.filter(ofKind('leave')), ({ id }) => findLeaveInScope(db, scope, id, day)),
  },
  findPupilInScope: {
    only: ofKind('pupil'),
    ids: (db, scope, all) => filterSeen(all.filter(ofKind('pupil')), ({ id }) => findPupilInScope(db, scope, id, day)),
  },
}
