import { expect, it } from 'vitest'
import { addDays, Ret } from '#packages/core'
import { writeSetting } from '#kernel/setting/server/api.ts'
import { getRoll } from './get-roll.ts'
import { getCurrentRoll, listRollLessons } from './roll-lessons.ts'
import { createRollWorld, deviceB, minutesAfter, monday } from './rolls.fixture.ts'

const story = createRollWorld()
const { database, world, teacher, as, lessonAt, begin, end, save, change, pupil, marksOf } = story
const [tuesday, wednesday, thursday, friday] = [1, 2, 3, 4].map((days) => addDays(monday, days)) as [
  string,
  string,
  string,
  string,
]

it('a full class is submitted at once, and nobody has a row', async () => {
  const lesson = await lessonAt(0, monday, 1)
  const now = minutesAfter(begin(lesson), 1)
  const current = await as(teacher('语文'), now, getCurrentRoll)
  expect(current).toMatchObject({
    lesson: { lessonId: lesson.id, status: 'none', expected: null, obstacle: '', isBackfill: false },
    may: ['save'],
  })
  expect(current?.pupils).toHaveLength(26)
  const saved = await save(teacher('语文'), lesson, now, { submit: true })
  expect(saved).toMatchObject({ status: 'submitted', expected: 26, present: 26, conflicts: [] })
  expect(await marksOf(lesson)).toEqual([])
  const events = () => database.sql(`select ids from tenant.event where name = 'attendance.submitted'`)
  expect(await events()).toHaveLength(1)
  // Sent again it changes nothing.
  await save(teacher('语文'), lesson, minutesAfter(now, 1), { submit: true })
  expect(await events()).toHaveLength(1)
})

it('the exceptions of a lesson are its rows, and the minutes of a late pupil are those until the tap', async () => {
  const lesson = await lessonAt(0, monday, 2)
  const now = minutesAfter(begin(lesson), 7)
  const marks = [
    { studentId: pupil(0), status: 'missing' as const },
    { studentId: pupil(1), status: 'late' as const, remark: '堵车' },
  ]
  const opened = await save(teacher('数学'), lesson, now, { marks })
  expect(opened).toMatchObject({ status: 'open', expected: 26, present: 25 })
  const back = { studentId: pupil(0), status: 'present' as const }
  await save(teacher('数学'), lesson, minutesAfter(now, 1), { marks: [back], submit: true })
  expect(await marksOf(lesson)).toEqual(
    [
      { studentId: pupil(0), status: 'present', source: 'teacher', minutes: null, differs: false },
      { studentId: pupil(1), status: 'late', source: 'teacher', minutes: 7, differs: false },
    ].toSorted((a, b) => (a.studentId < b.studentId ? -1 : 1)),
  )
  const { pupils, submittedBy } = await as(teacher('数学'), now, (ctx) => getRoll(ctx, lesson.id))
  expect(pupils.find(({ studentId }) => studentId === pupil(1))).toMatchObject({ remark: '堵车', minutes: 7 })
  expect(submittedBy).toBe('李明')
  const stored = await database.sql<{ remark: Buffer }>(
    'select remark from tenant.attendance_mark where remark is not null',
  )
  expect(stored.map(({ remark }) => remark.toString('utf8')).join()).not.toContain('堵车')
})

it('a roll is called from ten minutes before the lesson until its end, and later on the day as 补点', async () => {
  const lesson = await lessonAt(0, tuesday, 1)
  const by = teacher('英语')
  const at = (now: Date, who = by) => as(who, now, (ctx) => getRoll(ctx, lesson.id))
  await expect(save(by, lesson, minutesAfter(begin(lesson), -11))).rejects.toThrow('未到点名时间')
  expect((await at(minutesAfter(begin(lesson), -11))).lesson).toMatchObject({
    status: 'none',
    obstacle: '未到点名时间',
  })
  await save(by, lesson, minutesAfter(begin(lesson), -10))
  const evening = minutesAfter(begin(lesson), 24 * 60)
  expect((await at(minutesAfter(end(lesson), 1))).lesson).toMatchObject({ status: 'open', isBackfill: true })
  expect((await at(evening)).lesson).toMatchObject({ status: 'missed', obstacle: '已超过补点时间' })
  await expect(save(by, lesson, evening, { submit: true })).rejects.toThrow('已超过补点时间')
  await save(by, lesson, minutesAfter(end(lesson), 1), { submit: true })
  expect((await at(evening)).lesson).toMatchObject({ status: 'submitted', isBackfill: true })
  // What was submitted may be changed on its day without a reason.
  await save(by, lesson, minutesAfter(end(lesson), 11 * 60), { marks: [{ studentId: pupil(3), status: 'missing' }] })
  await expect(save(by, lesson, evening, {})).rejects.toThrow('请填写修改原因')
})

it('only whoever gives the lesson now calls the roll, however often it was passed on', async () => {
  const lesson = await lessonAt(1, tuesday, 2)
  const [a, b, c] = [teacher('数学'), teacher('英语'), teacher('体育与健康')]
  await change(lesson, { teacherIds: [b.userId] })
  await change(lesson, { teacherIds: [c.userId] })
  const now = begin(lesson)
  for (const who of [a, b]) {
    await expect(save(who, lesson, now)).rejects.toThrow('本节课由钱勇任课')
    await expect(as(who, now, (ctx) => getRoll(ctx, lesson.id))).rejects.toThrow('本节课由钱勇任课')
  }
  expect(await as(a, now, getCurrentRoll)).toBeNull()
  expect((await as(c, now, getCurrentRoll))?.lesson).toMatchObject({ lessonId: lesson.id, teacherNames: '钱勇' })
  await save(c, lesson, now, { submit: true })
  const lessons = await as(c, now, (ctx) => listRollLessons(ctx, {}))
  expect(lessons).toMatchObject([{ lessonId: lesson.id, status: 'submitted', expected: 26, absent: 0 }])
})

it('a lesson of another school does not exist', async () => {
  const lesson = await lessonAt(0, tuesday, 2)
  const notFound = { ret: Ret.notFound }
  await expect(save(world.week.neighbour, lesson, begin(lesson))).rejects.toMatchObject(notFound)
  const read = as(world.week.neighbour, begin(lesson), (ctx) => getRoll(ctx, lesson.id))
  await expect(read).rejects.toMatchObject(notFound)
})

it('a roll called without a network is no 补点, and holds until the day is locked', async () => {
  const lesson = await lessonAt(0, wednesday, 1)
  const by = teacher('数学')
  const made = minutesAfter(begin(lesson), 5).toISOString()
  const sent = minutesAfter(end(lesson), 11 * 60)
  const marks = [{ studentId: pupil(5), status: 'late' as const, at: made }]
  const night = minutesAfter(begin(lesson), 14.5 * 60)
  await expect(save(by, lesson, night, { madeAt: made, marks, submit: true })).rejects.toThrow('已超过补点时间')
  await save(by, lesson, sent, { madeAt: made, marks, submit: true })
  expect(await marksOf(lesson)).toMatchObject([{ status: 'late', minutes: 5 }])
  const { lesson: described } = await as(by, sent, (ctx) => getRoll(ctx, lesson.id))
  expect(described).toMatchObject({ status: 'submitted', isBackfill: false })
})

it('taps of a device whose clock is wrong are put right', async () => {
  const lesson = await lessonAt(0, wednesday, 2)
  const now = minutesAfter(begin(lesson), 9)
  const anHourAhead = minutesAfter(now, 60)
  await save(teacher('英语'), lesson, now, {
    sentAt: anHourAhead.toISOString(),
    madeAt: anHourAhead.toISOString(),
    marks: [{ studentId: pupil(4), status: 'late', at: minutesAfter(anHourAhead, -3).toISOString() }],
  })
  expect(await marksOf(lesson)).toMatchObject([{ minutes: 6 }])
})

it('of two devices the later tap holds, and the other one is told', async () => {
  const lesson = await lessonAt(1, wednesday, 1)
  const by = teacher('英语')
  const now = minutesAfter(begin(lesson), 3)
  const at = (minutes: number) => minutesAfter(begin(lesson), minutes).toISOString()
  await save(by, lesson, now, { marks: [{ studentId: pupil(30), status: 'late', minutes: 2, at: at(2) }] })
  const second = await save(by, lesson, now, {
    device: deviceB,
    marks: [{ studentId: pupil(30), status: 'missing', at: at(1) }],
    submit: true,
  })
  expect(second.conflicts).toMatchObject([{ studentId: pupil(30), kept: 'late', mine: 'missing' }])
  expect(second.pupils.find(({ studentId }) => studentId === pupil(30))).toMatchObject({
    status: 'late',
    conflict: { status: 'missing', markedAt: at(1), by: '赵雪' },
  })
})

it('pupils are called one by one where the school wants it, and an older tap of another device changes nobody', async () => {
  const lesson = await lessonAt(1, thursday, 1)
  const by = world.week.grade.teachers.values().find(({ userId }) => lesson.teacherIds.includes(userId))!
  const choose = (mode: 'each' | 'absent') =>
    world.week.inOffice((ctx) => writeSetting(ctx, world.week.school.id, 'attendance', { mode }))
  const modeNow = async () => (await as(by, begin(lesson), getCurrentRoll))?.mode
  expect(await modeNow()).toBe('absent')
  await choose('each')
  expect(await modeNow()).toBe('each')
  const now = minutesAfter(begin(lesson), 5)
  const marks = [30, 31].map((at) => ({
    studentId: pupil(at),
    status: at === 30 ? ('present' as const) : ('late' as const),
  }))
  await save(by, lesson, now, { mode: 'each', marks, submit: true })
  await choose('absent')
  expect(await modeNow()).toBe('each')
  // The other device had no network, and had tapped before.
  const [before, after] = [1, 6].map((minutes) => minutesAfter(begin(lesson), minutes).toISOString()) as [
    string,
    string,
  ]
  const sendOther = (at: string) =>
    save(by, lesson, minutesAfter(now, 2), {
      mode: 'each',
      device: deviceB,
      marks: [{ studentId: pupil(30), status: 'missing', at }],
    })
  const statusNow = async () => (await marksOf(lesson)).find(({ studentId }) => studentId === pupil(30))?.status
  const { conflicts } = await sendOther(before)
  expect(conflicts).toMatchObject([{ studentId: pupil(30), kept: 'present', mine: 'missing' }])
  expect(await statusNow()).toBe('present')
  expect((await marksOf(lesson)).filter(({ status }) => status !== 'present')).toMatchObject([
    { studentId: pupil(31), status: 'late' },
  ])
  await sendOther(after)
  expect(await statusNow()).toBe('missing')
})

it('pupils who joined since the roll was begun are appended, and a stranger is refused', async () => {
  const lesson = await lessonAt('篮球', thursday, 5)
  const by = teacher('篮球')
  const now = begin(lesson)
  const first = await save(by, lesson, now)
  expect(first.expected).toBe(45)
  expect(new Set(first.pupils.map(({ className }) => className)).size).toBe(2)
  const joined = pupil(45)
  await database.sql(
    `insert into tenant.group_member (district_id, id, group_id, student_id, valid, created_at, updated_at)
     select district_id, gen_random_uuid(), group_id, $1, daterange($2::date, null), now(), now()
     from tenant.lesson where id = $3`,
    [joined, thursday, lesson.id],
  )
  const marks = [
    { studentId: joined, status: 'missing' as const },
    { studentId: pupil(51), status: 'missing' as const },
  ]
  const again = await save(by, lesson, now, { marks, submit: true })
  expect(again).toMatchObject({ expected: 46, present: 45, conflicts: [{ studentId: pupil(51), mine: 'missing' }] })
  expect(again.conflicts[0]?.reason).toBe('不在本节课的名单中')
  const foreign = save(by, lesson, now, { marks: [{ studentId: world.clerk.userId, status: 'missing' }] })
  await expect(foreign).rejects.toMatchObject({ ret: Ret.notFound })
  expect(friday > thursday).toBe(true)
})
