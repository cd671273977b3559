import { dayOf } from '#packages/core'
import { defineScopedLists, filterSeen, type TestDatabase } from '#packages/testing'
import { classStaffSql, insertLedClasses } from '#kernel/schooling/server/example.ts'
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
    await insertLedClasses(sql, district, { startYear: 2022, subject: '考勤测试' })
    await insertSessions(sql, district)
    const { staff, leaders } = classStaffSql({ classId: 'c.id', gradeId: 'c.grade_id' })
    const columns = `${staff} as "classStaff", ${leaders} as "classLeaders"`
    const org = 'tenant.organisation o on o.district_id = c.district_id and o.id = c.org_id'
    return sql<Row>(
      `select s.ref as id, 'record' as kind, c.org_id as "orgId", o.path::text as "orgPath", c.id as "classId", ${columns}
       from tenant.attendance_session s join tenant.attendance_session_class k on k.session_id = s.id
       join tenant.school_class c on c.district_id = s.district_id and c.id = k.class_id join ${org} where s.district_id = $1
       union all
       select l.id, 'record', c.org_id, o.path::text, c.id, ${columns}
       from tenant.lesson l join tenant.teaching_group g on g.district_id = l.district_id and g.id = l.group_id
       join tenant.school_class c on c.district_id = g.district_id and c.id = g.class_id join ${org}
       where l.district_id = $1 and not exists (select from tenant.attendance_session s where s.ref = l.id)
       union all
       select c.id, 'class', c.org_id, o.path::text, c.id, ${columns}
       from tenant.school_class c join ${org}
       where c.district_id = $1 and c.opened_on <= $2::date and (c.closed_on is null or c.closed_on > $2::date) and o.deleted_at is null
       union all
       select e.student_id, 'pupil', c.org_id, o.path::text, c.id, ${columns}
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
