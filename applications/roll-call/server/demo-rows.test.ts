import { expect, it } from 'vitest'
import { newId, orgTreeScope, type Actor, type Ctx } from '#packages/core'
import { createActor, useDatabase } from '#packages/testing'
import { absenceAlert } from '#engines/attendance/server/cases/absence-alert.ts'
import { leaveApproval } from '#engines/attendance/server/leave/leave-approval.ts'
import { attendanceSetting } from '#engines/attendance/server/api.ts'
import { lessonDutyKind } from '#engines/timetable/server/contributions.ts'
import { aPublishedTimetable, aTaughtGrade } from '#engines/timetable/server/example.ts'
import { aPhone } from '#kernel/identity/server/example.ts'
import { twoSchools } from '#kernel/org/server/example.ts'
import { setClassHeads } from '#kernel/schooling/server/api.ts'
import { classOf } from '#kernel/schooling/server/example.ts'
import schoolingModule from '#kernel/schooling/server/module.ts'
import staffModule from '#kernel/staff/server/module.ts'
import accessModule from '#kernel/access/server/module.ts'
import { aTeacher } from '#kernel/staff/server/example.ts'
import { aParent, aPupil } from '#kernel/student/server/example.ts'
import { demoRolls } from './demo-rows.ts'
import { attendanceOffice } from './office.ts'

const database = useDatabase()
const before = new Date('2026-08-31T10:00:00+08:00')
/** A Wednesday noon: some lessons are over, some are not. */
const now = new Date('2026-11-18T12:30:00+08:00')
const as = <T>(actor: Actor, work: (ctx: Ctx) => Promise<T>, at = now) =>
  database.as(actor, (ctx) => work({ ...ctx, now: at, requestId: newId() }))

it('a demo school is in the middle of its attendance: rolls, unexplained children, leave in every state', async () => {
  await database.ensurePartitions('2026-01-01', 14)
  database.contribute('dutyKinds', lessonDutyKind)
  database.contribute('settings', attendanceSetting)
  database.contribute('alerts', absenceAlert)
  database.contribute('approvalSubjects', leaveApproval)
  for (const { approverKinds = [], approvalMembers = [], flowAdministrators = [] } of [
    accessModule,
    staffModule,
    schoolingModule,
  ]) {
    database.contribute('approverKinds', ...approverKinds)
    if (approvalMembers.length > 0) database.contribute('approvalMembers', ...approvalMembers)
    if (flowAdministrators.length > 0) database.contribute('flowAdministrators', ...flowAdministrators)
  }
  database.contribute('attendanceOffice', attendanceOffice)
  const { school } = await as(createActor(), twoSchools, before)
  const hire = (name: string) =>
    as(createActor(), (ctx) => aTeacher(ctx, { at: school, since: '2020-08-01', name }), before)
  const hired = await hire('管理员')
  const rights = ['timetable.read', 'timetable.edit', 'timetable.publish', 'student.edit', 'class.edit']
  const office = { ...hired, permissions: new Map(rights.map((right) => [right, orgTreeScope(school)])) }
  const head = await hire('语文教师')
  const grade = await as(office, (ctx) => aTaughtGrade(ctx, school, { classes: 2 }), before)
  await as(office, (ctx) => aPublishedTimetable(ctx, grade.term.id, grade.term.startsOn), before)
  let demoParent: Actor | undefined
  await as(
    office,
    async (ctx) => {
      await setClassHeads(ctx, [{ classId: grade.classIds[1]!, userId: head.userId }], '2026-09-01')
      for (const at of [0, 1])
        for (let number = 0; number < 24; number++) {
          const phone = aPhone()
          const guardians = [{ name: '家长', relation: 2 as const, phone, isPrimary: true }]
          await aPupil(ctx, classOf(grade, at), {
            name: `学生${String(number).padStart(2, '0')}`,
            guardians,
            on: '2026-08-31',
          })
          if (at === 1 && number > 15) await aParent(ctx, phone)
          if (at === 1 && number === 0) demoParent = await aParent(ctx, phone)
        }
    },
    before,
  )
  const login = (title: string, { userId, personId, orgId }: Actor) => ({
    userName: title,
    title,
    membership: { userId, personId, orgId },
  })
  const parent = { userName: '家长', title: '家长', guardian: { personId: demoParent!.personId } }
  const world = { bureauId: '', schools: [], logins: [login('学校管理员', office), login('语文教师', head), parent] }
  const rolls = await as(createActor(), (ctx) => demoRolls.create(ctx, world))
  expect(rolls).toBeGreaterThan(200)

  const count = async (what: string) =>
    Object.fromEntries(
      (
        await database.sql<{ key: string; count: number }>(
          `select ${what} as key, count(*)::int as count from ${what.includes('leave') ? 'tenant.pupil_leave' : 'tenant.absence_case'}
           group by 1 order by 1`,
        )
      ).map((row) => [row.key, row.count]),
    )
  expect(await count('status')).toEqual({ open: 1, contacted: 1, settled: 1 })
  const leave = await database.sql<{ status: string }>('select distinct status from tenant.pupil_leave order by 1')
  expect(leave.map(({ status }) => status)).toEqual(['approved', 'recalled', 'rejected', 'revoked', 'running'])
  const ofParent = await database.sql<{ status: string }>(
    'select status from tenant.pupil_leave where asked_by = $1 order by 1',
    [demoParent!.personId],
  )
  expect(ofParent.map(({ status }) => status)).toEqual(['rejected', 'running'])
  const [facts] = await database.sql<Record<string, number>>(
    `select (select count(*)::int from tenant.attendance_mark where differs) as differing,
       (select count(*)::int from tenant.attendance_session where state = 'open') as open,
       (select count(*)::int from tenant.lesson l where l.day_on < '2026-11-18' and not exists (
         select from tenant.attendance_session s where s.ref = l.id)) as missed,
       (select count(*)::int from tenant.attendance_session where begins > '12:30' and day_on = '2026-11-18') as ahead,
       (select count(*)::int from tenant.attendance_mark where source = 'leave' and leave_id is null) as loose`,
  )
  expect(facts).toMatchObject({ differing: 1, open: 0, ahead: 0, loose: 0 })
  expect(facts!['missed']).toBeGreaterThan(0)
})
