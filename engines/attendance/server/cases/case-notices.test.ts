import { beforeAll, describe, expect, it } from 'vitest'
import { addDays, emptyScope, newId, orgTreeScope } from '#packages/core'
import { inDistrict } from '#packages/db'
import { writeSetting } from '#kernel/setting/server/api.ts'
import { lessonsOnDay } from '#engines/timetable/server/example.ts'
import type { PupilLeaveKind, Symptom } from '../../contract.ts'
import { loadLeaveCipher, sealLeaveTexts } from '../leave/leave-fields.ts'
import { createCaseWorld, monday } from './cases.fixture.ts'
import { checkIllness } from './illness.ts'
import { listLongAbsences, notifyOfLongAbsences } from './long-absence.ts'
import { remindOfRolls } from './roll-reminders.ts'

const cases = createCaseWorld()
const { database, world, who, pupil, inOffice, enrol, callRoll, messagesOf } = cases
const setSetting = (values: Record<string, unknown>) =>
  inOffice('07:00', (ctx) => writeSetting(ctx, world.school.id, 'attendance', values))

describe('a child whom a device saw, and a lesson misses', { shuffle: false }, () => {
  beforeAll(async () => {
    await enrol('进校')
    await enrol('未报')
  })

  it('is reported to the class teacher once a day', async () => {
    await callRoll('08:15', 0, { marks: { 进校: 'missing' }, differing: { 进校: '07:31' } })
    await callRoll('09:05', 1, { marks: { 进校: 'missing' }, differing: { 进校: '07:31' } })
    expect(await messagesOf(who('王班主任'))).toEqual([
      '七(1)班进校已进校，点名未到｜07:31已进校，11月16日08:10的课未到。请核实。',
    ])
    expect(await messagesOf(who('李班主任'))).toEqual([])
  })

  it('is not if the school does not compare them', async () => {
    await setSetting({ trustDevices: false })
    await callRoll('10:15', 2, { marks: { 未报: 'missing' }, differing: { 未报: '07:31' } })
    await setSetting({ trustDevices: true })
    expect(await messagesOf(who('王班主任'))).toHaveLength(1)
  })
})

describe('a child who is absent for days', { shuffle: false }, () => {
  /** A week and the next Monday; on Wednesday nobody called the roll. */
  const [mon, tue, , thu, fri, next] = [
    '2026-11-23',
    '2026-11-24',
    '2026-11-25',
    '2026-11-26',
    '2026-11-27',
    '2026-11-30',
  ]
  const missing = (name: string, ...on: (string | undefined)[]) =>
    on.reduce<Promise<unknown>>(
      (before, day) => before.then(() => callRoll('08:15', 0, { day: day!, classAt: 1, marks: { [name]: 'missing' } })),
      Promise.resolve(),
    )
  const listOn = (day: string, scope = orgTreeScope(world.school)) =>
    inOffice('12:00', (ctx) => listLongAbsences(ctx, scope, world.school.id, day), day)
  const notifyOn = (day: string) => inOffice('12:00', notifyOfLongAbsences, day)
  const reports = async () => (await messagesOf(who('李班主任'))).filter((text) => text.includes('连续'))

  beforeAll(() => enrol('长期', { classAt: 1 }))

  it('is listed from the third school day on, and the class teacher is notified once', async () => {
    await missing('长期', mon, tue)
    await notifyOn(tue!)
    expect(await listOn(tue!)).toEqual([])
    await missing('长期', thu)
    expect(await listOn(thu!)).toEqual([{ studentId: pupil('长期').id, name: '长期', className: '七(2)班', days: 3 }])
    await notifyOn(thu!)
    await notifyOn(thu!)
    await missing('长期', fri)
    await notifyOn(fri!)
    expect(await listOn(fri!)).toMatchObject([{ days: 4 }])
    expect(await reports()).toEqual(['七(2)班长期连续3天未到｜连续3个上课日未到，没有请假。请联系家长并按规定上报。'])
  })

  it('is listed for those who reach the class', async () => {
    const ofHead = (name: string) => ({ ...emptyScope, classesLedBy: who(name).userId })
    expect(await listOn(fri!, ofHead('李班主任'))).toHaveLength(1)
    expect(await listOn(fri!, ofHead('王班主任'))).toEqual([])
    expect(await listOn(fri!, orgTreeScope(world.other))).toEqual([])
  })

  it('is not any more when it is there again, or has leave', async () => {
    await callRoll('08:15', 0, { day: next!, classAt: 1 })
    expect(await listOn(next!)).toEqual([])
    await database.sql(
      "update tenant.absence_case set status = 'settled', outcome = 'leave', settled_at = now() where student_id = $1 and day_on = $2",
      [pupil('长期').id, tue],
    )
    expect(await listOn(fri!)).toEqual([])
    await database.sql("update tenant.absence_case set outcome = 'home' where student_id = $1 and day_on = $2", [
      pupil('长期').id,
      tue,
    ])
    expect(await listOn(fri!)).toMatchObject([{ days: 4 }])
  })
})

describe('a class with many sick pupils', { shuffle: false }, () => {
  const reports = async () => (await messagesOf(who('陈校医'))).map((text) => text.split('｜'))
  let count = 0
  /** Pupils of a class with approved sick leave on a day. */
  async function fallIll(day: string, ...symptoms: Symptom[][]) {
    for (const some of symptoms) await takeLeave(day, 'sick', some)
    await inOffice(
      '09:00',
      (ctx) => checkIllness(ctx, { orgId: world.school.id, classId: world.grade.classIds[0]!, day }),
      day,
    )
  }
  async function takeLeave(day: string, kind: PupilLeaveKind, symptoms: Symptom[]) {
    const id = newId()
    const studentId = await enrol(`病号${++count}`, { isBound: false })
    const sealed = await inOffice('09:00', async (ctx) =>
      sealLeaveTexts(await loadLeaveCipher(ctx), id, { reason: '', symptoms }),
    )
    await database.sql(
      `insert into tenant.pupil_leave (district_id, id, org_id, student_id, class_id, kind, starts_on, start_half, ends_on,
         end_half, symptoms, status, source, asked_by, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $6, $7, 'am', $7, 'pm', $8, 'approved', 'office', $9, now(), now())`,
      [
        database.home,
        id,
        world.school.id,
        studentId,
        world.grade.classIds[0],
        kind,
        day,
        sealed.symptoms,
        world.office.personId,
      ],
    )
  }

  it('is reported to 校医 and 德育处 from three with the same symptom on, without names and symptoms', async () => {
    const day = '2026-11-17'
    await takeLeave(day, 'private', ['fever'])
    await fallIll(day, ['fever'], ['fever', 'cough'], ['other'], ['other'])
    expect(await reports()).toEqual([])
    await fallIll(day, ['vomiting', 'fever'])
    const report = ['七(1)班请病假的学生较多', '11月17日有5名学生请病假，请到“学生请假”查看。']
    expect(await reports()).toEqual([report])
    expect(await messagesOf(who('孙德育'))).toEqual([report.join('｜')])
  })

  it('is reported from five sick pupils on, once a day', async () => {
    const day = '2026-11-18'
    await fallIll(day, ['fever'], ['cough'], [], ['other'])
    expect(await reports()).toHaveLength(1)
    await fallIll(day, ['other'])
    await fallIll(day, ['fever'], ['fever'], ['fever'])
    expect((await reports()).map(([, body]) => body)).toEqual([
      '11月17日有5名学生请病假，请到“学生请假”查看。',
      '11月18日有5名学生请病假，请到“学生请假”查看。',
    ])
  })
})

describe('a lesson without a roll', { shuffle: false }, () => {
  const day = addDays(monday, 3)
  const remind = (clock: string, on = day) => inOffice(clock, remindOfRolls, on)
  const reminders = () => messagesOf(who('周级长'))
  let lessonIds: string[]

  beforeAll(async () => {
    // One an hour: 07:00–07:40, 08:00–08:40 …
    lessonIds = await inOffice(
      '07:00',
      (ctx) =>
        lessonsOnDay(ctx, {
          orgId: world.school.id,
          userId: who('周级长').userId,
          day,
          count: 8,
          startYear: 2025,
        }),
      day,
    )
  })

  it('reminds its teacher once, in the last five minutes', async () => {
    await remind('08:30')
    expect(await reminders()).toEqual([])
    await remind('08:35')
    await remind('08:36')
    await remind('08:40')
    expect(await reminders()).toEqual(['八(1)班语文课还没有点名｜08:40下课，请在下课前提交点名。'])
  })

  it('reminds nobody of a roll that was called, of a cancelled lesson, or of one without a teacher', async () => {
    const [, , called, cancelled, empty] = lessonIds
    await callRoll('09:10', 1, { day })
    await database.sql("update tenant.attendance_session set ref = $1 where day_on = $2 and begins = '09:00'", [
      called,
      day,
    ])
    await database.sql("update tenant.lesson set status = 'cancelled', changed_by = 'office' where id = $1", [
      cancelled,
    ])
    await database.sql("update tenant.lesson set teacher_ids = '{}' where id = $1", [empty])
    for (const clock of ['09:35', '10:35', '11:35']) await remind(clock)
    expect(await reminders()).toHaveLength(1)
    await remind('12:35')
    expect(await reminders()).toHaveLength(2)
  })

  it('counts where the setting says so, and only at schools that call rolls', async () => {
    await setSetting({ lessons: 'free' })
    await remind('13:35')
    await setSetting({ lessons: 'half' })
    await remind('13:35')
    expect(await reminders()).toHaveLength(2)
    await setSetting({ lessons: 'all' })
    await database.sql("update tenant.attendance_session set day_on = day_on - 60, state = 'locked'")
    await remind('13:35')
    expect(await reminders()).toHaveLength(2)
    await database.sql('update tenant.attendance_session set day_on = day_on + 60')
    await remind('13:35')
    expect(await reminders()).toHaveLength(3)
  })

  it('the first lesson of each half of the day counts alone where the setting says so', async () => {
    await setSetting({ lessons: 'half' })
    await database.sql("delete from tenant.effect where key like 'attendance-reminder %'")
    await database.sql('delete from tenant.message')
    for (const clock of ['07:35', '08:35', '12:35', '13:35']) await remind(clock)
    expect((await reminders()).map((text) => text.split('｜')[1])).toEqual([
      '07:40下课，请在下课前提交点名。',
      '12:40下课，请在下课前提交点名。',
    ])
    await setSetting({ lessons: 'all' })
  })
})

it('another district sees no case of this one', async () => {
  await enrol('本区')
  await callRoll('11:15', 2, { marks: { 本区: 'missing' } })
  const rows = await inDistrict(database.cells, database.away, (db) =>
    db.selectFrom('absence_case').select('id').execute(),
  )
  expect(rows).toEqual([])
  expect(await cases.caseOf('本区', '11:20')).toBeDefined()
})
