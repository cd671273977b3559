import { dayOf, type Scope } from '#packages/core'
import { defineScopedLists, filterSeen, isRowInScope } from '#packages/testing'
import { classStaffSql, insertLedClasses } from '#kernel/schooling/server/example.ts'
import { findMemberInScope } from './credit-queries.ts'
import { findCoverReader } from './office-queries.ts'
import { coverRecords } from './records.ts'
import { countCovers, listLessonsToGive } from './statistics-queries.ts'

interface Row {
  id: string
  kind: 'record' | 'unit' | 'member'
  orgId: string
  orgPath: string
  classId: string | null
  classStaff?: string[]
  classLeaders?: string[]
}

const day = '2026-10-15'
const ofKind =
  (kind: Row['kind']) =>
  (row: Row): boolean =>
    row.kind === kind

/** Lists with one row for several lessons are compared by their schools. */
function compareUnits(scope: Scope, rows: readonly Row[], found: readonly string[]): string[] {
  const reached = rows.filter((row) => ofKind('unit')(row) && isRowInScope(scope, row)).map(({ id }) => id)
  const isSame = [...new Set(found)].toSorted().join() === reached.toSorted().join()
  return isSame ? reached : [`${found.length} instead of ${reached.length}`]
}

export default defineScopedLists<Row>({
  rows: async (sql, district) => {
    await insertLedClasses(sql, district, { startYear: 2023, subject: '范围测试' })
    const { staff, leaders } = classStaffSql({ classId: 'l.class_id', gradeId: 'l.grade_id' })
    await insertCovers(sql, district)
    return sql<Row>(
      `select l.id, 'record' as kind, l.org_id as "orgId", o.path::text as "orgPath", l.class_id as "classId", ${staff} as "classStaff",
         ${leaders} as "classLeaders"
       from tenant.cover_leg l join tenant.organisation o on o.district_id = l.district_id and o.id = l.org_id where l.district_id = $1
       union all
       select distinct l.org_id, 'unit', l.org_id, o.path::text, null::uuid, '{}'::text[], '{}'::text[]
       from tenant.cover_leg l join tenant.organisation o on o.district_id = l.district_id and o.id = l.org_id where l.district_id = $1
       union all
       select m.id, 'member', m.org_id, o.path::text, null, '{}', '{}'
       from tenant.membership m join tenant.organisation o on o.district_id = m.district_id and o.id = m.org_id
       where m.district_id = $1 and o.deleted_at is null`,
      [district, dayOf(new Date())],
    )
  },
  lists: {
    'cover-record': {
      only: ofKind('record'),
      ids: async (db, scope) => {
        const page = { keyword: '', orgId: null, pageNumber: 1, pageSize: 200 }
        return (await coverRecords.rows.listPage(db, scope, page as never)).items.map(({ id }) => id)
      },
    },
    findCoverReader: {
      only: ofKind('record'),
      ids: (db, scope, all) =>
        filterSeen(all.filter(ofKind('record')), ({ orgId, classId }) =>
          findCoverReader(db, scope, { orgId, classIds: [classId!], day: dayOf(new Date()) }),
        ),
    },
    findMemberInScope: {
      only: ofKind('member'),
      ids: (db, scope, all) => filterSeen(all.filter(ofKind('member')), ({ id }) => findMemberInScope(db, scope, id)),
    },
    countCovers: {
      only: ofKind('unit'),
      ids: async (db, scope, all) =>
        compareUnits(
          scope,
          all,
          (await countCovers(db, scope, { from: day, to: day })).map(({ orgId }) => orgId),
        ),
    },
    listLessonsToGive: {
      only: ofKind('unit'),
      ids: async (db, scope, all) =>
        compareUnits(
          scope,
          all,
          (await listLessonsToGive(db, scope, day)).map(({ orgId }) => orgId),
        ),
    },
  },
})

/** A lesson of the day for each class, with a cover in force. */
async function insertCovers(
  sql: <T extends object>(text: string, values?: unknown[]) => Promise<T[]>,
  district: number,
) {
  await sql(
    `insert into tenant.timetable (district_id, id, org_id, term_id, name, status, created_by, created_at, updated_at)
     select distinct on (g.org_id) g.district_id, gen_random_uuid(), g.org_id, g.term_id, '范围测试', 'draft', p.id, now(), now()
     from tenant.teaching_group g join tenant.subject s on s.district_id = g.district_id and s.id = g.subject_id,
       (select id from tenant.person where district_id = $1 limit 1) p
     where g.district_id = $1 and s.name = '范围测试'
       and not exists (select from tenant.timetable t where t.org_id = g.org_id and t.name = '范围测试')`,
    [district],
  )
  const groups = `tenant.teaching_group g join tenant.subject s on s.district_id = g.district_id and s.id = g.subject_id and s.name = '范围测试'
    join tenant.timetable t on t.district_id = g.district_id and t.org_id = g.org_id and t.name = '范围测试',
    (select m.id, m.person_id from tenant.membership m where m.district_id = $1 limit 1) m`
  await sql(
    `insert into tenant.lesson (district_id, id, org_id, timetable_id, group_id, day_on, slot_on, period_id, begins, ends, teacher_ids,
       status, updated_at)
     select g.district_id, g.id, g.org_id, t.id, g.id, $2::date, $2::date, g.id, '08:00', '08:40', array[m.id], 'planned', now()
     from ${groups} where g.district_id = $1 on conflict do nothing`,
    [district, day],
  )
  await sql(
    `insert into tenant.cover_request (district_id, id, org_id, term_id, kind, source, ask_mode, status, member_id, person_id,
       applied_by, created_at, updated_at)
     select g.district_id, g.id, g.org_id, g.term_id, 'substitute', 'sick', 'one', 'effective', m.id, m.person_id, m.person_id, now(), now()
     from ${groups} where g.district_id = $1 on conflict do nothing`,
    [district],
  )
  await sql(
    `insert into tenant.cover_leg (district_id, id, request_id, org_id, lesson_id, group_id, class_id, grade_id, subject_id, day_on,
       period_id, begins, ends, before, state)
     select g.district_id, g.id, g.id, g.org_id, g.id, g.id, g.class_id, g.grade_id, g.subject_id, $2::date, g.id, '08:00', '08:40', '{}',
       'current' from ${groups} where g.district_id = $1 on conflict do nothing`,
    [district, day],
  )
}
