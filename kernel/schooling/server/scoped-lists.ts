import { defineScopedLists } from '#packages/testing'
import { listClassesInScope, getClassPage } from './class-queries.ts'
import { listGradesInScope } from './grade-queries.ts'
import { listReadinessRows } from './readiness-queries.ts'
import { classStaffSql, insertClassesOfSchools, insertTeachersOfFourClasses } from './scoped-classes.ts'

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

const classStaff = classStaffSql({ classId: 'c.id', gradeId: 'c.grade_id' })

export default defineScopedLists<Row>({
  rows: async (sql, district) => {
    // One grade with four classes for each school; repeated calls add nothing. Each membership has assignments in some
    // classes on the day and in others before or after it, which must not count.
    await insertClassesOfSchools(sql, district, { startYear: 2024, classes: 4 })
    await insertTeachersOfFourClasses(sql, district, day)
    return sql<Row>(
      `with there as (
         select c.id, c.org_id, c.grade_id, o.path::text as path, ${classStaff.staff} as staff,
           ${classStaff.leaders} as leaders
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
