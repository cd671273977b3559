import { beforeAll, expect, it } from 'vitest'
import { newId, orgTreeScope, type Actor, type Ctx } from '#packages/core'
import { createActor, useDatabase } from '#packages/testing'
import { attendanceSetting } from '#engines/attendance/server/api.ts'
import { lessonDutyKind } from '#engines/timetable/server/contributions.ts'
import { twoSchools } from '#kernel/org/server/example.ts'
import { aTeacher } from '#kernel/staff/server/example.ts'
import { recordParts, rollRecords } from './records.ts'
import { aRolledSchool } from './rolls.fixture.ts'

/** `pnpm proof roll-records --long` takes 25,000 rolls and checks the seconds. */
const rolls = Number(process.env['QIMING_ROLLS'] ?? 600)
const isTimed = process.env['QIMING_ROLLS_TIMED'] === '1'

const database = useDatabase()
const published = new Date('2026-11-16T06:00:00+08:00')
const now = new Date('2026-12-30T20:00:00+08:00')
const firstDay = '2026-09-01'
let office: Actor
let classId = ''
let teacher = ''
let subjectId = ''

const as = <T>(actor: Actor, work: (ctx: Ctx) => Promise<T>, at = now) =>
  database.as(actor, (ctx) => work({ ...ctx, now: at, requestId: newId() }))
async function timed<T>(what: string, limit: number, work: () => Promise<T>): Promise<T> {
  const began = performance.now()
  const result = await work()
  const seconds = (performance.now() - began) / 1000
  console.log(`records: ${rolls} rolls: ${what} ${seconds.toFixed(3)} s`)
  expect({ what, isQuick: !isTimed || seconds <= limit }).toEqual({ what, isQuick: true })
  return result
}

beforeAll(async () => {
  database.contribute('dutyKinds', lessonDutyKind)
  database.contribute('settings', attendanceSetting)
  const { school } = await database.as(createActor(), twoSchools)
  const clerk = await database.as(createActor(), (ctx) => aTeacher(ctx, { at: school, since: '2020-08-01' }))
  const rights = ['timetable.read', 'timetable.edit', 'timetable.publish', 'student.edit', 'roll.read']
  office = { ...clerk, permissions: new Map(rights.map((right) => [right, orgTreeScope(school)])) }
  const taught = await as(office, (ctx) => aRolledSchool(ctx, school, { from: '2026-11-16' }), published)
  ;[classId = ''] = taught.classIds
  const groups = taught.groups.filter((group) => group.classId !== null)
  const people = [...taught.teachers.values()]
  teacher = people[0]!.personId
  subjectId = taught.subjectIds.get('数学')!
  // As many lessons; every tenth has no roll, and in every third roll one pupil is late.
  const many = `(select md5('lesson ' || n)::uuid as id, md5('roll ' || n)::uuid as session_id, md5('period ' || n)::uuid as period_id, n,
      date '${firstDay}' + n % 120 as day_on, time '08:00' + (n % 8) * interval '50 minutes' as begins,
      (array['${groups.map(({ id }) => id).join("','")}']::uuid[])[1 + n % ${groups.length}] as group_id,
      (array['${people.map(({ userId }) => userId).join("','")}']::uuid[])[1 + n % ${people.length}] as teacher_id
    from generate_series(1, ${rolls}) as n) as m`
  const district = office.districtId
  await database.sql(
    `insert into tenant.lesson (district_id, id, org_id, timetable_id, group_id, day_on, slot_on, period_id, begins, ends, teacher_ids,
       status, updated_at)
     select $1, m.id, $2, $3, m.group_id, m.day_on, m.day_on, m.period_id, m.begins, m.begins + interval '40 minutes', array[m.teacher_id],
       'planned', now() from ${many}`,
    [district, school.id, taught.timetable.id],
  )
  await database.sql(
    `insert into tenant.attendance_session (district_id, id, org_id, term_id, kind, ref, group_id, class_id, grade_id, subject_id, day_on,
       period_id, begins, ends, teacher_id, teacher_person_id, expected, state, opened_at, submitted_at, updated_at)
     select $1, m.session_id, $2, g.term_id, 'lesson', m.id, g.id, g.class_id, g.grade_id, g.subject_id, m.day_on, m.period_id, m.begins,
       m.begins + interval '40 minutes', m.teacher_id, p.person_id, $3::uuid[], 'locked', now(), now(), now()
     from ${many} join tenant.teaching_group g on g.district_id = $1 and g.id = m.group_id
     join tenant.membership p on p.district_id = $1 and p.id = m.teacher_id where m.n % 10 > 0`,
    [district, school.id, taught.pupilIds.get(classId)],
  )
  await database.sql(
    `insert into tenant.attendance_session_class (district_id, session_id, class_id, day_on, expected)
     select s.district_id, s.id, s.class_id, s.day_on, cardinality(s.expected) from tenant.attendance_session s where s.district_id = $1`,
    [district],
  )
  await database.sql(
    `insert into tenant.attendance_mark (district_id, session_id, student_id, org_id, class_id, day_on, status, source, differs, marked_at,
       updated_at)
     select s.district_id, s.id, s.expected[1], s.org_id, s.class_id, s.day_on, 'late', 'teacher', m.n % 30 = 1, now(), now()
     from ${many} join tenant.attendance_session s on s.id = m.session_id where s.district_id = $1 and m.n % 3 = 1`,
    [district],
  )
  await database.sql('analyze')
}, 300_000)

it('every filter of a year of rolls is quick, and so is the export of a month', async () => {
  const firstPage = { keyword: '', orgId: null, pageNumber: 1, pageSize: 20 }
  const filters: Record<string, object> = {
    nothing: {},
    'the last page': { pageNumber: Math.min(500, Math.ceil(rolls / 20)) },
    days: { day: { from: '2026-10-01', to: '2026-10-31' } },
    grade: { grade: '3-1' },
    class: { class: classId },
    subject: { subject: subjectId },
    teacher: { teacher },
    'no roll': { status: 'missed' },
    locked: { status: 'locked' },
    difference: { differs: 'yes' },
    'entered afterwards': { isBackfilled: true },
    name: { keyword: '教师' },
  }
  for (const [name, filter] of Object.entries(filters))
    await timed(`filter by ${name}`, 0.5, () =>
      as(office, (ctx) => rollRecords.list(ctx, { ...firstPage, ...filter } as never)),
    )
  const [source] = recordParts.exports
  const october = { keyword: '', orgId: null, day: { from: '2026-10-01', to: '2026-10-31' } }
  const count = await timed('count of a month', 0.5, () => as(office, (ctx) => source!.count(ctx, october as never)))
  const rows = await timed('export of a month', 10, async () => {
    let read = 0
    let after: string | null = null
    const columns = source!.columns.map(({ key }) => key)
    do {
      const piece: Awaited<ReturnType<NonNullable<typeof source>['read']>> = await as(office, (ctx) =>
        source!.read(ctx, october as never, { columns, isWhole: false, after, limit: 500 }),
      )
      read += piece.rows.length
      after = piece.after
    } while (after !== null)
    return read
  })
  expect(rows).toBe(count)
})
