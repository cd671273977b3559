import type { Db } from '#packages/db'
import type { Scope } from '#packages/core'
import { defineScopedLists, filterSeen, isRowInScope } from '#packages/testing'
import { classStaffSql, insertClassesOfSchools, insertTeachersOfFourClasses } from '#kernel/schooling/server/example.ts'
import { countFaces, listFacesByIds, listFacePage, findPupilsByNumbers } from './face-queries.ts'
import { countBindRequestsInScope, listBindRequestsInScope } from './guardian-queries.ts'
import { listStudentIdPage } from './student-list-queries.ts'
import { listClassIdsInScope } from './my-class-queries.ts'
import { listStudentIdsInScope } from './student-read-queries.ts'
import { findClassInScope, findSchoolInScope } from './school-queries.ts'
import { resolveScopeIds } from './student-search-queries.ts'

interface ScopedStudentRow {
  id: string
  /**
   * `pupil`: in a class or in none on the day; `past`: not enrolled then; `pending`: a guardian who waits for approval.
   */
  kind: 'pupil' | 'past' | 'pending' | 'school' | 'class'
  orgId: string
  orgPath: string
  classStaff: string[]
  classLeaders: string[]
  schoolNo: string
}

/** The day for which the lists are queried. */
const day = '2026-10-15'
const firstPage = { pageNumber: 1, pageSize: 200 } as const
const filter = { gradeId: null, classId: null, keyword: '', status: 'current' } as const
const ofKind =
  (...kinds: ScopedStudentRow['kind'][]) =>
  (row: ScopedStudentRow): boolean =>
    kinds.includes(row.kind)
const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)
const rowIds = (rows: readonly ScopedStudentRow[], ...kinds: ScopedStudentRow['kind'][]) =>
  idsOf(rows.filter(ofKind(...kinds)))
const listSchoolIds = (rows: readonly ScopedStudentRow[]) => [
  ...new Set(rows.filter(ofKind('pupil')).map(({ orgId }) => orgId)),
]

async function listSeenFaces(db: Db, scope: Scope, rows: readonly ScopedStudentRow[]) {
  const seen: string[] = []
  for (const orgId of listSchoolIds(rows)) {
    const { items } = await listFacePage(db, scope, { day, orgId } as never, firstPage)
    seen.push(...items.map(({ studentId }) => studentId))
  }
  return seen
}

const classStaff = classStaffSql({ classId: 'c.id', gradeId: 'c.grade_id' })

export default defineScopedLists<ScopedStudentRow>({
  rows: async (sql, district) => {
    // One grade with four classes for each school, and a pupil in each class and in none. Repeatable. Each membership
    // teaches some classes on the day and others only before or after it, which must not count.
    await insertClassesOfSchools(sql, district, { startYear: 2023, classes: 4 })
    await insertTeachersOfFourClasses(sql, district, day)
    // Six pupils for each grade: in 1班, 2班, 3班, 4班, without a class, and one who left in September.
    await sql(
      `with wanted as (
         select g.district_id, g.id as grade_id, g.org_id, n, md5(g.id::text || n)::uuid as id,
           (select c.id from tenant.school_class c where c.grade_id = g.id and c.name = n || '班') as class_id
         from tenant.grade g, generate_series(1, 6) n where g.district_id = $1 and g.start_year = 2023 and g.stage = 2
           and not exists (select from tenant.student s where s.id = md5(g.id::text || n)::uuid)
       ), people as (
         insert into tenant.person (district_id, id, name, created_at, updated_at)
         select district_id, id, '某生' || n, now(), now() from wanted
       ), pupils as (
         insert into tenant.student (district_id, id, person_id, org_id, status, school_no, created_at, updated_at)
         select district_id, id, id, org_id, case n when 6 then 'transferred' else 'studying' end, 'no-' || n, now(), now()
         from wanted
       ), places as (
         insert into tenant.enrolment (district_id, id, student_id, org_id, grade_id, class_id, valid, created_at, updated_at)
         select district_id, id, id, org_id, grade_id, class_id,
           daterange('2026-09-01', case n when 6 then date '2026-09-20' end), now(), now() from wanted
       ), guardians as (
         insert into tenant.guardian (district_id, id, person_id, created_at, updated_at)
         select district_id, id, id, now(), now() from wanted
       )
       insert into tenant.guardian_link (district_id, id, student_id, guardian_id, name, relation, status, created_at, updated_at)
       select district_id, md5(id::text)::uuid, id, id, '某人', 5, 'pending', now(), now() from wanted`,
      [district],
    )
    return sql<ScopedStudentRow>(
      `with class as (
         select c.id, c.org_id, ${classStaff.staff} as staff,
           ${classStaff.leaders} as leaders
         from tenant.school_class c where c.district_id = $1
       ), pupil as (
         select s.id, p.id is not null as is_there, coalesce(p.org_id, s.org_id) as org_id, s.school_no, p.status,
           coalesce(c.staff, '{}') as staff, coalesce(c.leaders, '{}') as leaders
         from tenant.student s
         left join tenant.enrolment p on p.student_id = s.id and p.valid @> $2::date
         left join class c on c.id = p.class_id where s.district_id = $1
       ), row as (
         select id, case when is_there then 'pupil' else 'past' end as kind, org_id, school_no, staff, leaders from pupil
         union all
         select l.id, 'pending', pupil.org_id, '', pupil.staff, pupil.leaders from tenant.guardian_link l join pupil on pupil.id = l.student_id
         where l.district_id = $1 and l.status = 'pending'
         union all
         select id, 'class', org_id, '', staff, leaders from class
         union all
         select id, 'school', id, '', '{}', '{}' from tenant.organisation
         where district_id = $1 and type <> 'department' and deleted_at is null
       )
       select row.id, row.kind, row.org_id as "orgId", o.path::text as "orgPath", row.staff as "classStaff", row.leaders as "classLeaders",
         row.school_no as "schoolNo"
       from row join tenant.organisation o on o.district_id = $1 and o.id = row.org_id`,
      [district, day],
    )
  },
  lists: {
    listStudentIdsInScope: {
      ids: (db, scope, rows) => listStudentIdsInScope(db, scope, rowIds(rows, 'pupil', 'past'), day),
      only: ofKind('pupil', 'past'),
    },
    resolveScopeIds: {
      ids: async (db, scope) => {
        const scopeIds = await resolveScopeIds(db, scope, null, day)
        return (await listStudentIdPage(db, scopeIds, filter, { ...firstPage, sort: 'seat', desc: false }, day)).ids
      },
      only: ofKind('pupil'),
    },
    findSchoolInScope: {
      ids: (db, scope, rows) => filterSeen(rows.filter(ofKind('school')), ({ id }) => findSchoolInScope(db, scope, id)),
      only: ofKind('school'),
    },
    findClassInScope: {
      ids: (db, scope, rows) =>
        filterSeen(rows.filter(ofKind('class')), ({ id }) => findClassInScope(db, scope, id, day)),
      only: ofKind('class'),
    },
    listClassIdsInScope: {
      ids: async (db, scope, rows) => [...(await listClassIdsInScope(db, scope, rowIds(rows, 'class'), day))],
      only: ofKind('class'),
    },
    listFacePage: { ids: listSeenFaces, only: ofKind('pupil') },
    listFacesByIds: {
      ids: async (db, scope, rows) =>
        (await listFacesByIds(db, scope, rowIds(rows, 'pupil', 'past'), day)).map(({ studentId }) => studentId),
      only: ofKind('pupil'),
    },
    // A count returns no ids: it must equal the number of rows that the slow filter finds.
    countFaces: {
      ids: async (db, scope, rows) => {
        const expected = rows.filter((row) => row.kind === 'pupil' && isRowInScope(scope, row))
        let counted = 0
        for (const orgId of listSchoolIds(rows))
          for (const count of (await countFaces(db, scope, { day, orgId } as never)).values()) counted += count
        return counted === expected.length ? idsOf(expected) : [`${counted} counted`]
      },
      only: ofKind('pupil'),
    },
    findPupilsByNumbers: {
      ids: async (db, scope, rows) => {
        const seen: string[] = []
        const numbers = { noHashes: [], schoolNos: [...new Set(rows.map(({ schoolNo }) => schoolNo).filter(Boolean))] }
        for (const orgId of listSchoolIds(rows))
          for (const { studentId } of await findPupilsByNumbers(db, scope, { orgId, day }, numbers))
            seen.push(studentId)
        return seen
      },
      only: (row) => row.kind === 'pupil' && row.schoolNo !== '',
    },
    countBindRequestsInScope: {
      ids: async (db, scope, rows) => {
        const expected = rows.filter((row) => row.kind === 'pending' && isRowInScope(scope, row))
        const counted = await countBindRequestsInScope(db, scope, day, 1000)
        return counted === expected.length ? idsOf(expected) : [`${counted} counted`]
      },
      only: ofKind('pending'),
    },
    listBindRequestsInScope: {
      ids: async (db, scope) => idsOf(await listBindRequestsInScope(db, scope, day, 1000)),
      only: ofKind('pending'),
    },
  },
})
