import { describe, expect, it } from 'vitest'
import { addDays, Ret } from '#packages/core'
import { writeSetting } from '#kernel/setting/server/api.ts'
import { publishWeek } from '#engines/timetable/server/school-week.fixture.ts'
import { amendRoll } from './amend-roll.ts'
import { getClassDay } from './class-day.ts'
import { listMissedLessons, sumTotal } from './figures.ts'
import { followLessons } from './follow-lessons.ts'
import { getRoll } from './get-roll.ts'
import { listPupilDays, sumDays } from './pupil-days.ts'
import { listRollLessons } from './roll-lessons.ts'
import { leftText } from './roll-rules.ts'
import { createRollWorld, minutesAfter, monday } from './rolls.fixture.ts'

const story = createRollWorld()
const { database, world, teacher, as, lessonAt, begin, end, save, change, pupil } = story
const dayAt = (week: number, weekday: number) => addDays(monday, 7 * week + weekday - 1)
const classId = (at: 0 | 1) => world.week.grade.classIds[at] ?? ''
const classDay = (at: 0 | 1, day: string, now: Date) =>
  world.week.inOffice((ctx) => getClassDay(ctx, { classId: classId(at), day }), now)

describe('classes that have a lesson together', () => {
  it('are one roll, and it is in the day of both', async () => {
    // On Monday 李明 has class 2 in the first period; class 1 joins it.
    const [host, joined] = [await lessonAt(1, monday, 1), await lessonAt(0, monday, 1)]
    const by = teacher('数学')
    await database.sql('update tenant.lesson set teacher_ids = $2, shares_duty = true where id = $1', [
      joined.id,
      [by.userId],
    ])
    const now = begin(host)
    const own = await as(by, now, (ctx) => listRollLessons(ctx, {}))
    expect(own.map(({ lessonId }) => lessonId)).not.toContain(joined.id)
    expect(own[0]).toMatchObject({ lessonId: host.id, groupName: '七(2)班、七(1)班' })
    // Whoever opens it by the other class gets the same roll.
    const saved = await save(by, joined, now, { marks: [{ studentId: pupil(0), status: 'missing' }], submit: true })
    expect(saved).toMatchObject({ expected: 52, present: 51 })
    for (const at of [0, 1] as const) {
      const day = await classDay(at, monday, end(host))
      expect(day.lessons[0]).toMatchObject({ lessonId: host.id, status: 'submitted' })
      expect(day.pupils.every(({ marks }) => marks[0]?.status !== undefined)).toBe(true)
      expect(day.figures).toMatchObject({ expected: 26, missing: at === 0 ? 1 : 0 })
    }
    const missed = await world.week.inOffice(
      (ctx) => listMissedLessons(ctx, { orgId: world.week.school.id, from: monday, to: monday }),
      minutesAfter(end(host), 1),
    )
    expect(missed).toEqual([])
  })
})

describe('a lesson that changes after its roll', () => {
  it('keeps the roll where it was called', async () => {
    const day = dayAt(1, 2)
    const lesson = await lessonAt(0, day, 1)
    const by = teacher('英语')
    await save(by, lesson, minutesAfter(begin(lesson), -9), {
      marks: [{ studentId: pupil(1), status: 'late', minutes: 5 }],
      submit: true,
    })
    await change(lesson, { day: dayAt(1, 5), periodId: world.week.periods[4]!.slotId }, minutesAfter(begin(lesson), -8))
    const there = await classDay(0, day, end(lesson))
    expect(there.lessons[0]).toMatchObject({ sessionId: expect.any(String), subjectName: '英语', status: 'submitted' })
    expect(there.figures).toMatchObject({ late: 1 })
    // At its new time it has no roll yet, and gets its own.
    const moved = await lessonAt(0, dayAt(1, 5), 5)
    expect((await as(by, begin(moved), (ctx) => getRoll(ctx, moved.id))).lesson).toMatchObject({ status: 'none' })
    await save(by, moved, begin(moved), { submit: true })
    expect((await classDay(0, day, end(lesson))).figures).toMatchObject({ late: 1 })
    expect((await classDay(0, dayAt(1, 5), end(moved))).figures.late).toBe(0)
    // What was called at the old time can be read and corrected, by its own id.
    const later = end(moved)
    const sessionId = there.lessons[0]!.sessionId!
    const [left] = await database.sql<{ ref: string }>('select ref from tenant.attendance_session where id = $1', [
      sessionId,
    ])
    const reference = { lessonId: left!.ref, sessionId }
    const read = (who = world.clerk) => as(who, later, (ctx) => getRoll(ctx, reference.lessonId, sessionId))
    expect(await read()).toMatchObject({
      lesson: { day, begins: lesson.begins, subjectName: '英语', status: 'submitted', obstacle: leftText },
      may: ['correct'],
    })
    expect((await read(by)).may).toEqual(['correct'])
    await expect(read(teacher('数学'))).rejects.toThrow(leftText)
    await expect(read(world.week.neighbour)).rejects.toMatchObject({ ret: Ret.notFound })
    const mistaken = as(world.clerk, later, (ctx) => getRoll(ctx, moved.id, sessionId))
    await expect(mistaken).rejects.toMatchObject({ ret: Ret.notFound })
    const correction = { ...reference, reason: '看错了座位' }
    const changes = [{ studentId: pupil(2), status: 'late' as const, minutes: 7 }]
    await as(world.clerk, later, (ctx) => amendRoll(ctx, { ...correction, changes }))
    expect((await classDay(0, day, later)).figures).toMatchObject({ late: 2 })
    expect((await classDay(0, dayAt(1, 5), later)).figures.late).toBe(0)
    const days = await world.week.inOffice(
      (ctx) => listPupilDays(ctx, { studentId: pupil(1), from: day, to: dayAt(1, 5) }),
      end(moved),
    )
    expect(sumDays(days, { halfLessonMinutes: 20 })).toMatchObject({ late: 1, halfMissed: 0, present: 1 })
  })

  it('leaves its roll there at once, and has it again when it is moved back', async () => {
    const [day, friday] = [dayAt(1, 1), dayAt(1, 5)]
    const lesson = await lessonAt(0, day, 1)
    const by = teacher('语文')
    const opening = minutesAfter(begin(lesson), -9)
    const { sessionId } = await save(by, lesson, opening, { submit: true })
    const moveTo = async (to: string, period: number) => {
      const periodId = world.week.periods[period - 1]!.slotId
      await change(await lessonAt(0, ...where), { day: to, periodId }, opening)
      where = [to, period]
      const { id: orgId } = world.week.school
      await world.week.inOffice((ctx) => followLessons(ctx, { orgId, from: day, to: friday }), opening)
    }
    let where: [string, number] = [day, 1]
    await moveTo(friday, 4)
    const moved = await lessonAt(0, friday, 4)
    const rollAt = (now: Date, id: string) => as(by, now, (ctx) => getRoll(ctx, id, sessionId))
    expect((await rollAt(begin(moved), sessionId)).lesson).toMatchObject({ day, status: 'submitted' })
    expect((await as(by, begin(moved), (ctx) => getRoll(ctx, moved.id))).lesson).toMatchObject({ status: 'none' })
    await moveTo(day, 1)
    const again = await lessonAt(0, day, 1)
    expect(await rollAt(begin(again), again.id)).toMatchObject({
      lesson: { status: 'submitted' },
      may: ['save', 'correct'],
    })
  })

  it('is not expected when it is cancelled before', async () => {
    const lesson = await lessonAt(0, dayAt(1, 3), 1)
    await change(lesson, { status: 'cancelled' })
    await expect(save(teacher('数学'), lesson, begin(lesson))).rejects.toThrow('本节课已停课')
    const day = await classDay(0, lesson.day, minutesAfter(end(lesson), 5))
    expect(day.lessons.map(({ lessonId }) => lessonId)).not.toContain(lesson.id)
    expect(day.figures.unrecorded).toBe(0)
  })

  it('is followed when the timetable is written anew', async () => {
    const lesson = await lessonAt(1, dayAt(2, 1), 1)
    const opening = minutesAfter(begin(lesson), -9)
    const marks = [{ studentId: pupil(30), status: 'missing' as const }]
    await save(teacher('数学'), lesson, opening, { marks })
    const published = minutesAfter(begin(lesson), -5)
    await world.week.inOffice((ctx) => publishWeek(ctx, world.week, dayAt(2, 1)), published)
    await world.week.inOffice(
      (ctx) => followLessons(ctx, { orgId: world.week.school.id, from: dayAt(2, 1), to: dayAt(2, 5) }),
      published,
    )
    const again = await lessonAt(1, dayAt(2, 1), 1)
    expect(again.id).not.toBe(lesson.id)
    const roll = await as(teacher('数学'), begin(again), (ctx) => getRoll(ctx, again.id))
    expect(roll.lesson).toMatchObject({ status: 'open', absent: 1 })
  })
})

describe('a lesson without a roll', () => {
  const span = { from: dayAt(3, 1), to: dayAt(3, 5) }
  const after = new Date(`${dayAt(3, 6)}T20:00:00+08:00`)
  const total = () => world.week.inOffice((ctx) => sumTotal(ctx, { orgId: world.week.school.id, ...span }), after)

  it('is 漏点: nobody was there or away, and no rate knows it', async () => {
    const lesson = await lessonAt(0, span.from, 1)
    await save(teacher('语文'), lesson, begin(lesson), {
      marks: [{ studentId: pupil(2), status: 'missing' }],
      submit: true,
    })
    // Begun and left is as good as none.
    const other = await lessonAt(0, span.from, 2)
    await save(teacher('数学'), other, begin(other), { marks: [{ studentId: pupil(2), status: 'missing' }] })
    expect(await total()).toMatchObject({ rolled: 1, expected: 26, present: 25, missing: 1, truant: 0 })
    const days = await world.week.inOffice((ctx) => listPupilDays(ctx, { studentId: pupil(2), ...span }), after)
    expect(days[0]?.lessons.map(({ status }) => status)).toEqual(['missing', 'unrecorded'])
    const missed = await world.week.inOffice(
      (ctx) => listMissedLessons(ctx, { orgId: world.week.school.id, ...span }),
      after,
    )
    const { lessons, unrecorded } = await total()
    expect(missed).toHaveLength(lessons - 1)
    expect(missed.map(({ lessonId }) => lessonId)).toContain(other.id)
    expect(unrecorded).toBeGreaterThan(26 * 10)
  })

  it('counts only where the school wants a roll', async () => {
    const count = async (lessons: string) => {
      await world.week.inOffice((ctx) => writeSetting(ctx, world.week.school.id, 'attendance', { lessons }))
      return (await total()).lessons - 1
    }
    const all = await count('all')
    const half = await count('half')
    const free = await count('free')
    expect(free).toBe(3)
    expect(half).toBeLessThan(all)
    expect(half).toBeGreaterThan(free)
    // A roll that was called without need counts all the same.
    expect((await total()).rolled).toBe(1)
  })
})
