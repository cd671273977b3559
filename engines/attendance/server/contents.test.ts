import { beforeAll, describe, expect, it } from 'vitest'
import { wholeDistrict } from '#packages/core'
import { mergePeople, unmergePeople } from '#kernel/staff/server/service/merge-people.ts'
import { registerHomeDistrict } from '#kernel/staff/server/staff.fixture.ts'
import { aTeacher } from '#kernel/staff/server/example.ts'
import { absenceAlert } from './cases/absence-alert.ts'
import { attendanceContents, attendanceOfPeople } from './contents.ts'
import { aPupilLeave } from './leave/example-leave.ts'
import { amendRoll } from './sessions/amend-roll.ts'
import { createRollWorld, monday } from './sessions/rolls.fixture.ts'

const { database, world, teacher, as, lessonAt, begin, save, pupil } = createRollWorld()

beforeAll(async () => {
  database.contribute('personContents', attendanceOfPeople)
  database.contribute('alerts', absenceAlert)
  await registerHomeDistrict(database)
})

const rows = () =>
  database.sql(
    `select s.teacher_id, s.teacher_person_id, s.submitted_by, s.org_id, m.marked_by, m.org_id as mark_org_id, a.person_id
     from tenant.attendance_session s join tenant.attendance_mark m on m.session_id = s.id
     left join tenant.attendance_amendment a on a.session_id = s.id order by s.id, m.student_id, a.id`,
  )

describe('attendance', { shuffle: false }, () => {
  it('rolls and corrections follow somebody who was registered twice, and come back with the undo', async () => {
    const lesson = await lessonAt(0, monday, 1)
    const by = teacher('语文')
    const marks = [0, 1].map((at) => ({ studentId: pupil(at), status: 'missing' as const }))
    await save(by, lesson, begin(lesson), { marks, submit: true })
    await as(by, begin(lesson), (ctx) =>
      amendRoll(ctx, {
        lessonId: lesson.id,
        reason: '点错了',
        changes: [{ studentId: pupil(0), status: 'late', minutes: 4 }],
      }),
    )
    const before = await rows()
    const { bureau, school, office } = world.week
    const asOffice = <T>(work: Parameters<typeof database.as<T>>[1]) => database.as(office, work)
    const keep = await asOffice((ctx) => aTeacher(ctx, { at: school, since: '2020-08-01', name: '王芳甲' }))
    const chief = await asOffice((ctx) =>
      aTeacher(ctx, { at: bureau, name: '区管理员', can: { 'user.merge': wholeDistrict, 'user.edit': wholeDistrict } }),
    )
    await database.sql('update tenant.person set account_id = null where id = $1', [by.personId])
    const { id } = await mergePeople(database.requestCtx(chief), {
      keepId: keep.userId,
      otherId: by.userId,
      reason: '两次登记，同一人',
    })
    const after = JSON.stringify(await rows())
    expect(after).not.toContain(by.personId)
    expect(after).not.toContain(by.userId)
    expect(after).toContain(keep.personId)
    await unmergePeople(database.requestCtx(chief), id)
    expect(await rows()).toEqual(before)
  })

  it('the rolls, leave and cases of a merged school follow it', async () => {
    const { school, other, office } = world.week
    const lesson = await lessonAt(0, monday, 1)
    const marks = [2, 4].map((at) => ({ studentId: pupil(at), status: 'missing' as const }))
    await save(teacher('语文'), lesson, begin(lesson), { marks, submit: true })
    await as(office, begin(lesson), (ctx) => aPupilLeave(ctx, { studentId: pupil(3), status: 'approved' }))
    const tables = ['attendance_session', 'attendance_mark', 'pupil_leave', 'absence_case']
    const countAt = async (orgId: string) => {
      const counts: Record<string, number> = {}
      for (const table of tables) {
        const [row] = await database.sql<{ count: string }>(`select count(*) from tenant.${table} where org_id = $1`, [
          orgId,
        ])
        counts[table] = Number(row!.count)
      }
      return counts
    }
    const before = await countAt(school.id)
    expect(Object.values(before).every((count) => count > 0)).toBe(true)
    const relocation = { from: school, to: other, departments: new Map<string, string>(), isWhole: true }
    expect(await database.as(office, (ctx) => attendanceContents.count(ctx, [school.id]))).toBe(2)
    await database.as(office, (ctx) => attendanceContents.relocate(ctx, relocation))
    expect(await database.as(office, (ctx) => attendanceContents.count(ctx, [school.id]))).toBe(0)
    expect(await countAt(other.id)).toEqual(before)
  })
})
