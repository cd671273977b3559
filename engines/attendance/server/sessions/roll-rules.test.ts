import { describe, expect, it } from 'vitest'
import { toMoment } from '#engines/timetable/server/api.ts'
import { correctTime, findObstacle, getMinutes, getStatus, isBackfill } from './roll-rules.ts'

const day = '2026-11-16'
const lesson = { day, begins: '08:10', ends: '08:50', status: 'planned', teachers: [{ id: 'c', name: '陈国栋' }] }
const times = { backfillHour: 18, lockHour: 22 }
const at = (clock: string, on = day) => toMoment(on, clock)
const states = [undefined, { state: 'open' }, { state: 'submitted' }, { state: 'locked' }] as const
const [none, open, submitted, locked] = states
const obstacle = (session: (typeof states)[number], now: Date, made?: Date, userId = 'c') =>
  findObstacle(lesson, session, times, { userId, now, ...(made ? { made } : {}) })

describe('a roll', () => {
  it.each([
    ['07:59', none, '未到点名时间'],
    ['08:00', none, ''],
    ['08:50', open, ''],
    ['08:51', none, ''],
    ['17:59', none, ''],
    ['18:00', none, '已超过补点时间'],
    ['18:00', open, '已超过补点时间'],
    ['21:00', submitted, ''],
    ['08:20', locked, '考勤已锁定，请联系教务处'],
  ] as const)('at %s (%o): %s', (clock, session, text) => {
    expect(obstacle(session, at(clock))).toBe(text)
  })
  it('of another day needs a reason', () => {
    expect(obstacle(submitted, at('08:00', '2026-11-17'))).toBe('请填写修改原因')
    expect(obstacle(none, at('08:00', '2026-11-17'))).toBe('已超过补点时间')
  })
  it('is that of whoever gives the lesson now', () => {
    expect(obstacle(none, at('08:10'), undefined, 'a')).toBe('本节课由陈国栋任课')
    expect(findObstacle({ ...lesson, teachers: [] }, none, times, { userId: 'a', now: at('08:10') })).toBe(
      '本节课没有任课教师',
    )
    expect(findObstacle({ ...lesson, status: 'cancelled' }, none, times, { userId: 'c', now: at('08:10') })).toBe(
      '本节课已停课',
    )
  })
  it('that was made in time may be sent until the lock', () => {
    expect(obstacle(none, at('21:59'), at('08:30'))).toBe('')
    expect(obstacle(none, at('22:00'), at('08:30'))).toBe('已超过补点时间')
    expect(obstacle(locked, at('20:00'), at('08:30'))).toBe('考勤已锁定，请联系教务处')
    expect(isBackfill(lesson, times, { now: at('20:00'), made: at('08:30') })).toBe(false)
    expect(isBackfill(lesson, times, { now: at('17:00') })).toBe(true)
  })
  it('that was begun and left is 漏点 when nobody may go on with it', () => {
    expect(getStatus(lesson, undefined, times, at('08:50'))).toBe('none')
    expect(getStatus(lesson, undefined, times, at('08:51'))).toBe('missed')
    expect(getStatus(lesson, open, times, at('17:59'))).toBe('open')
    expect(getStatus(lesson, open, times, at('18:00'))).toBe('missed')
    expect(getStatus(lesson, locked, times, at('18:00'))).toBe('locked')
  })
})

describe('the time of a tap', () => {
  const from = at('08:00')
  const correct = (tapped: Date, sent: Date, now: Date) =>
    correctTime(tapped.toISOString(), { sentAt: sent.toISOString(), now, from }).getTime()
  it('is that of the device, if its clock is right', () => {
    expect(correct(at('08:11'), at('08:12'), new Date(at('08:12').getTime() + 1500))).toBe(at('08:11').getTime())
  })
  it('is moved by what the clock of the device is wrong', () => {
    expect(correct(at('09:11'), at('09:12'), at('08:12'))).toBe(at('08:11').getTime())
    expect(correct(at('02:11'), at('02:12'), at('08:12'))).toBe(at('08:11').getTime())
  })
  it('is not before the lesson, nor in the future', () => {
    expect(correct(at('06:00'), at('08:12'), at('08:12'))).toBe(from.getTime())
    expect(correct(at('09:00'), at('08:12'), at('08:12'))).toBe(at('08:12').getTime())
  })
  it('makes the minutes of a late pupil', () => {
    const minutes = (clock: string, given: number | null = null) =>
      getMinutes({ status: 'late', minutes: given }, lesson, at(clock))
    expect([minutes('08:17'), minutes('08:05'), minutes('08:17', 3)]).toEqual([7, 1, 3])
    // Whoever calls the roll in the evening does not know them.
    expect([minutes('08:51'), minutes('17:00'), minutes('17:00', 3)]).toEqual([null, null, 3])
    expect(getMinutes({ status: 'missing', minutes: 5 }, lesson, at('08:17'))).toBeNull()
  })
})
