import { dayOf } from '#packages/core'
import { toMoment } from '#engines/timetable/server/api.ts'
import type { AttendanceStatus, Mark, MarkStatus, SessionStatus } from '../../contract.ts'

/** A lesson as the rules see it. */
export interface RolledLesson {
  day: string
  begins: string
  ends: string
  status: string
  teachers: readonly { id: string; name: string }[]
}
export interface RollTimes {
  /** Until this hour of the day a lesson that is over may get its roll. */
  backfillHour: number
  lockHour: number
}
export interface RollState {
  state: 'open' | 'submitted' | 'locked'
}

const minute = 60_000
export const openingMinutes = 10
const earliest = openingMinutes * minute
const latestOffline = 24 * 60 * minute

export const lockedText = '考勤已锁定，请联系教务处'
export const reasonText = '请填写修改原因'
export const leftText = '本节课已经调整，这是原来时间的点名'
export const tooEarlyText = '未到点名时间'
export const tooLateText = '已超过补点时间'

const toHour = (hour: number) => `${String(hour).padStart(2, '0')}:00`
export const getOpening = ({ day, begins }: RolledLesson) => new Date(toMoment(day, begins).getTime() - earliest)
export const getEnd = ({ day, ends }: RolledLesson) => toMoment(day, ends)

/** 本节课由李明任课: also for whoever gave the lesson away. */
export const findTeacherObstacle = ({ teachers }: RolledLesson, userId: string): string => {
  if (teachers.some(({ id }) => id === userId)) return ''
  return teachers.length > 0 ? `本节课由${teachers.map(({ name }) => name).join('、')}任课` : '本节课没有任课教师'
}

/** Made while the lesson was on, and sent within a day: the device had no network. */
const isMadeInTime = (lesson: RolledLesson, times: RollTimes, now: Date, made: Date) =>
  made >= getOpening(lesson) &&
  made <= getEnd(lesson) &&
  now.getTime() - made.getTime() <= latestOffline &&
  now < toMoment(lesson.day, toHour(times.lockHour))

/** Why the roll cannot be saved at this moment; empty: it can. */
export function findTimeObstacle(
  lesson: RolledLesson,
  session: RollState | undefined,
  times: RollTimes,
  { now, made = now }: { now: Date; made?: Date },
): string {
  if (session?.state === 'locked') return lockedText
  if (now < getOpening(lesson)) return tooEarlyText
  if (now <= getEnd(lesson) || isMadeInTime(lesson, times, now, made)) return ''
  if (session?.state === 'submitted') return dayOf(now) === lesson.day ? '' : reasonText
  return now < toMoment(lesson.day, toHour(times.backfillHour)) ? '' : tooLateText
}

export function findObstacle(
  lesson: RolledLesson,
  session: RollState | undefined,
  times: RollTimes,
  { userId, ...moment }: { userId: string; now: Date; made?: Date },
): string {
  // A roll that was called before its lesson was cancelled stays.
  if (lesson.status === 'cancelled' && session?.state !== 'submitted') return '本节课已停课'
  return findTeacherObstacle(lesson, userId) || findTimeObstacle(lesson, session, times, moment)
}

/** 补点: after the end, unless it was made before. */
export const isBackfill = (
  lesson: RolledLesson,
  times: RollTimes,
  { now, made = now }: { now: Date; made?: Date },
): boolean => now > getEnd(lesson) && !isMadeInTime(lesson, times, now, made)

/** A roll that was begun and not submitted is as good as none when nobody may go on with it. */
export function getStatus(
  lesson: RolledLesson,
  session: RollState | undefined,
  { backfillHour }: Pick<RollTimes, 'backfillHour'>,
  now: Date,
): SessionStatus {
  if (session && session.state !== 'open') return session.state
  const mayGoOn = now <= getEnd(lesson) || now < toMoment(lesson.day, toHour(backfillHour))
  if (session && mayGoOn) return 'open'
  return now > getEnd(lesson) ? 'missed' : 'none'
}

const exact = 5_000

/**
 * The time of a tap by the clock of the server. A small difference is the way through the network, which is different
 * each time the same taps are sent; times before the opening or in the future are those of a wrong clock.
 */
export function correctTime(at: string, { sentAt, now, from }: { sentAt: string; now: Date; from: Date }): Date {
  const difference = now.getTime() - new Date(sentAt).getTime()
  const shift = Math.abs(difference) < exact ? 0 : Math.round(difference / 1000) * 1000
  const time = new Date(at).getTime() + shift
  return new Date(Math.min(Math.max(time, from.getTime()), Math.max(now.getTime(), from.getTime())))
}

/** 07:31 */
export const formatClock = (moment: Date) => new Date(moment.getTime() + 8 * 3_600_000).toISOString().slice(11, 16)

const longest = 240
/** The minutes of a late pupil are those until the tap; a tap after the lesson does not know them. */
export function getMinutes({ status, minutes }: Pick<Mark, 'status' | 'minutes'>, lesson: RolledLesson, at: Date) {
  if (status === 'early') return minutes
  if (status !== 'late') return null
  if (minutes !== null || at > getEnd(lesson)) return minutes
  const since = Math.floor((at.getTime() - toMoment(lesson.day, lesson.begins).getTime()) / minute)
  return Math.min(Math.max(since, 1), longest)
}

/** Neither there nor excused. */
export const isUnexplained = (status: AttendanceStatus) => status === 'missing' || status === 'truant'
export const leaveStatuses: readonly MarkStatus[] = ['sick', 'private', 'official']
export const isAway = (status: AttendanceStatus) =>
  isUnexplained(status) || (leaveStatuses as readonly string[]).includes(status)
