import { dayOf } from '#packages/core'
import { defineScopedLists, filterSeen, type TestDatabase } from '#packages/testing'
import { findRollPlace, findRollPupil, listRollClasses } from './office-queries.ts'
import { listOrgsInScope } from './record-queries.ts'
import { rollRecords } from './records.ts'

interface Row {
  id: string
  kind: 'record' | 'class' | 'pupil' | 'org'
  orgId: string
  orgPath: string
  classId: string | null
  classStaff?: string[]
  classLeaders?: string[]
}

const day = '2026-10-15'
const today = dayOf(new Date())
const ofKind =
  (kind: Row['kind']) =>
  (row: Row): boolean =>
    row.kind === kind

export default defineScopedLists<Row>({
  rows: async (sql, district) => {
    await insertGroups(sql, district)
    await insertSessions(sql, district)
    const staff = `array(
         select t.user_id::text from tenant.class_teacher t where t.class_id = c.id and t.valid @> $2::date
         union select h.user_id::text from tenant.grade_head h where h.grade_id = c.grade_id and h.valid @> $2::date
         union select a.user_id::text from tenant.teaching_assignment a
           join tenant.teaching_group g on g.id = a.group_id where g.class_id = c.id and a.valid @> $2::date) as "classStaff", array(
         select t.user_id::text from tenant.class_teacher t
         where t.class_id = c.id and t.valid @> $2::date and t.role in ('head', 'vice')
         union select h.user_id::text from tenant.grade_head h where h.grade_id = c.grade_id and h.valid @> $2::date) as "classLeaders"`
    const org = 'tenant.organisation o on o.district_id = c.district_id and o.id = c.org_id'
    return sql<Row>(
      `select s.ref as id, 'record' as kind, c.org_id as "orgId", o.path::text as "orgPath", c.id as "classId", ${staff}
       from tenant.attendance_session s join tenant.attendance_session_class k on k.session_id = s.id
       join tenant.school_class c on c.district_id = s.district_id and c.id = k.class_id join ${org} where s.district_id = $1
       union all
       select l.id, 'record', c.org_id, o.path::text, c.id, ${staff}
       from tenant.lesson l join tenant.teaching_group g on g.district_id = l.district_id and g.id = l.group_id
       join tenant.school_class c on c.district_id = g.district_id and c.id = g.class_id join ${org}
       where l.district_id = $1 and not exists (select from tenant.attendance_session s where s.ref = l.id)
       union all
       select c.id, 'class', c.org_id, o.path::text, c.id, ${staff}
       from tenant.school_class c join ${org}
       where c.district_id = $1 and c.opened_on <= $2::date and (c.closed_on is null or c.closed_on > $2::date) and o.deleted_at is null
       union all
       select e.student_id, 'pupil', c.org_id, o.path::text, c.id, ${staff}
       from tenant.enrolment e join tenant.school_class c on c.district_id = e.district_id and c.id = e.class_id join ${org}
       where e.district_id = $1 and e.valid @> $2::date
       union all
       select o.id, 'org', o.id, o.path::text, null::uuid, '{}'::text[], '{}'::text[] from tenant.organisation o
       where o.district_id = $1 and o.deleted_at is null and o.type <> 'department'`,
      [district, today],
    )
  },
  lists: {
    'roll-record': {
      only: ofKind('record'),
      ids: async (db, scope) => {
        const page = { keyword: '', orgId: null, pageNumber: 1, pageSize: 200 }
        return (await rollRecords.rows.listPage(db, scope, page as never)).items.map(({ id }) => id)
      },
    },
    findRollPlace: {
      only: ofKind('class'),
      ids: (db, scope, all) =>
        filterSeen(all.filter(ofKind('class')), ({ orgId, classId }) =>
          findRollPlace(db, scope, { orgId, classId, day: today }),
        ),
    },
    listRollClasses: {
      only: ofKind('class'),
      ids: async (db, scope) => (await listRollClasses(db, scope, { day: today })).map(({ id }) => id),
    },
    findRollPupil: {
      only: ofKind('pupil'),
      ids: (db, scope, all) =>
        filterSeen(all.filter(ofKind('pupil')), ({ id }) => findRollPupil(db, scope, { studentId: id, day: today })),
    },
    listOrgsInScope: {
      only: ofKind('org'),
      ids: async (db, scope) => (await listOrgsInScope(db, scope, null)).map(({ id }) => id),
    },
  },
})

/** A grade with two classes for each school, the first of which half of the staff have, and a group for each class. */
async function insertGroups(sql: TestDatabase['sql'], district: number) {
  await sql(
    `insert into tenant.grade (district_id, id, org_id, stage, start_year, years, created_at, updated_at)
     select district_id, gen_random_uuid(), id, 2, 2022, 6, now(), now() from tenant.organisation
     where district_id = $1 and type = 'school' and deleted_at is null on conflict on constraint grade_once do nothing`,
    [district],
  )
  await sql(
    `insert into tenant.school_class (district_id, id, org_id, grade_id, name, opened_on, sort, created_at, updated_at)
     select g.district_id, gen_random_uuid(), g.org_id, g.id, n || '班', '2022-09-01', n, now(), now()
     from tenant.grade g, generate_series(1, 2) n where g.district_id = $1 and g.start_year = 2022 and g.stage = 2
     on conflict (district_id, grade_id, name) where closed_on is null do nothing`,
    [district],
  )
  await sql(
    `insert into tenant.class_teacher (district_id, id, class_id, user_id, role, valid, created_at, updated_at)
     select c.district_id, gen_random_uuid(), c.id, m.id, 'vice', daterange('2022-09-01', null), now(), now()
     from tenant.membership m join tenant.school_class c on c.district_id = m.district_id and c.org_id = m.org_id
     join tenant.grade g on g.district_id = c.district_id and g.id = c.grade_id
     where m.district_id = $1 and g.start_year = 2022 and g.stage = 2 and c.name = '1班'
       and not exists (select from tenant.class_teacher t where t.class_id = c.id and t.user_id = m.id)`,
    [district],
  )
  await sql(
    `insert into tenant.term (district_id, id, school_year, number, starts_on, ends_on, created_at, updated_at)
     select $1, gen_random_uuid(), 2026, 1, '2026-09-01', '2027-01-31', now(), now()
     where not exists (select from tenant.term where district_id = $1 and school_year = 2026 and number = 1)`,
    [district],
  )
  await sql(
    `insert into tenant.subject (district_id, id, name, kind, stages, created_at, updated_at)
     select $1, gen_random_uuid(), '考勤测试', 'local', '{2}', now(), now()
     where not exists (select from tenant.subject where district_id = $1 and name = '考勤测试')`,
    [district],
  )
  await sql(
    `insert into tenant.teaching_group (district_id, id, org_id, term_id, grade_id, subject_id, kind, class_id, name, created_at, updated_at)
     select c.district_id, gen_random_uuid(), c.org_id, t.id, c.grade_id, s.id, 'class', c.id, '', now(), now()
     from tenant.school_class c join tenant.grade g on g.district_id = c.district_id and g.id = c.grade_id
     join tenant.term t on t.district_id = c.district_id and t.school_year = 2026 and t.number = 1
     join tenant.subject s on s.district_id = c.district_id and s.name = '考勤测试'
     where c.district_id = $1 and g.start_year = 2022 and g.stage = 2
       and not exists (select from tenant.teaching_group o where o.class_id = c.id and o.subject_id = s.id)`,
    [district],
  )
}

/** A roll for each group: its classes are only in attendance_session_class, as those of a free group. */
async function insertSessions(sql: TestDatabase['sql'], district: number) {
  await sql(
    `insert into tenant.attendance_session (district_id, id, org_id, term_id, kind, ref, group_id, grade_id, subject_id, day_on, period_id,
       begins, ends, expected, state, opened_at, submitted_at, updated_at)
     select g.district_id, g.id, g.org_id, g.term_id, 'lesson', g.id, g.id, g.grade_id, g.subject_id, $2::date, g.id, '08:00', '08:40',
       array[g.id], 'submitted', now(), now(), now()
     from tenant.teaching_group g join tenant.subject s on s.district_id = g.district_id and s.id = g.subject_id and s.name = '考勤测试'
     where g.district_id = $1 on conflict do nothing`,
    [district, day],
  )
  await sql(
    `insert into tenant.attendance_session_class (district_id, session_id, class_id, day_on, expected)
     select s.district_id, s.id, g.class_id, s.day_on, 1
     from tenant.attendance_session s join tenant.teaching_group g on g.district_id = s.district_id and g.id = s.group_id
     where s.district_id = $1 and g.class_id is not null on conflict do nothing`,
    [district],
  )
}
