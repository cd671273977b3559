import { addDays, dayOf, getMonday } from '#packages/core'
import type { askScopes } from './settings.ts'

interface Span {
  startsAt: Date
  endsAt: Date
}

/** A lesson that needs somebody. */
export interface OpenLesson extends Span {
  id: string
  termId: string
  day: string
  /** 七(1)班数学课 */
  name: string
  classId: string | null
  gradeId: string
  subjectId: string
  /** Those who give it: nobody of them is asked. */
  personIds: readonly string[]
}

/** Somebody who teaches at the school, and what she does in the weeks of the lessons. */
export interface CoverTeacher {
  userId: string
  personId: string
  name: string
  /** The days of the membership; the last one is the first day after it. */
  from: string
  over: string | null
  subjectIds: ReadonlySet<string>
  classIds: ReadonlySet<string>
  gradeIds: ReadonlySet<string>
  /** Of all schools of the person. */
  duties: readonly (Span & { isLesson: boolean })[]
  away: readonly Span[]
  covers: readonly { termId: string; day: string; count: number }[]
  /** Covers that she is asked for, or that wait for the office. */
  pending: readonly { lessonId: string; day: string }[]
}

export interface CoverRules {
  weekMost: number
  dayMost: number
  /** Undefined: everybody may be asked. */
  askWhom: keyof typeof askScopes | undefined
}

export interface CandidateFacts {
  isFree: boolean
  isAllowed: boolean
  isSameSubject: boolean
  knowsClass: boolean
  isSameGrade: boolean
  dayLessons: number
  /** How many lessons she would give without a break. */
  inARow: number
  dayCovers: number
  weekCovers: number
  termCovers: number
  /** Further covers of the week that are not decided. */
  weekPending: number
}

/** A teacher of whom what depends on the day is found quickly. */
export interface IndexedTeacher {
  teacher: CoverTeacher
  dutiesOfDay: ReadonlyMap<string, CoverTeacher['duties']>
  coversOfDay: ReadonlyMap<string, number>
  coversOfWeek: ReadonlyMap<string, number>
  coversOfTerm: ReadonlyMap<string, number>
}

export function indexTeacher(teacher: CoverTeacher): IndexedTeacher {
  const dutiesOfDay = new Map<string, CoverTeacher['duties'][number][]>()
  for (const duty of teacher.duties) {
    // A duty lasts a day at most: a watch at night belongs to two days.
    const days = new Set([dayOf(duty.startsAt), dayOf(new Date(duty.endsAt.getTime() - 1))])
    for (const day of days) dutiesOfDay.set(day, [...(dutiesOfDay.get(day) ?? []), duty])
  }
  const sum = (keyOf: (cover: CoverTeacher['covers'][number]) => string) => {
    const counts = new Map<string, number>()
    for (const cover of teacher.covers) counts.set(keyOf(cover), (counts.get(keyOf(cover)) ?? 0) + cover.count)
    return counts
  }
  return {
    teacher,
    dutiesOfDay,
    coversOfDay: sum(({ day }) => day),
    coversOfWeek: sum(({ day }) => getMonday(day)),
    coversOfTerm: sum(({ termId }) => termId),
  }
}

export const overlap = (one: Span, other: Span) => one.startsAt < other.endsAt && one.endsAt > other.startsAt

/** Whether somebody is a candidate at all: not the teacher herself, and a member of the school on the day. */
export const mayCover = ({ personId, from, over }: CoverTeacher, { personIds, day }: OpenLesson) =>
  !personIds.includes(personId) && from <= day && (over === null || day < over)

export function judgeCandidate(indexed: IndexedTeacher, lesson: OpenLesson, { askWhom }: CoverRules): CandidateFacts {
  const { teacher, dutiesOfDay, coversOfDay, coversOfWeek, coversOfTerm } = indexed
  const duties = dutiesOfDay.get(lesson.day) ?? []
  const lessons = duties.filter(({ isLesson }) => isLesson)
  const monday = getMonday(lesson.day)
  const isSameSubject = teacher.subjectIds.has(lesson.subjectId)
  const isSameGrade = teacher.gradeIds.has(lesson.gradeId)
  return {
    isFree: !duties.some((duty) => overlap(duty, lesson)) && !teacher.away.some((away) => overlap(away, lesson)),
    isAllowed: isSameSubject || askWhom === undefined || askWhom === 'school' || (askWhom === 'grade' && isSameGrade),
    isSameSubject,
    knowsClass: lesson.classId !== null && teacher.classIds.has(lesson.classId),
    isSameGrade,
    dayLessons: lessons.length,
    inARow: countInARow(lessons, lesson),
    dayCovers: coversOfDay.get(lesson.day) ?? 0,
    weekCovers: coversOfWeek.get(monday) ?? 0,
    termCovers: coversOfTerm.get(lesson.termId) ?? 0,
    weekPending: teacher.pending.filter(
      ({ lessonId, day }) => lessonId !== lesson.id && day >= monday && day < addDays(monday, 7),
    ).length,
  }
}

/** A break between lessons; at noon people rest. */
const longestBreakMs = 30 * 60_000

function countInARow(lessons: readonly Span[], lesson: Span): number {
  const follows = (one: Span, next: Span) => {
    const pause = next.startsAt.getTime() - one.endsAt.getTime()
    return pause >= 0 && pause <= longestBreakMs
  }
  const walk = (find: (from: Span) => Span | undefined) => {
    let count = 0
    for (let next = find(lesson); next; next = find(next)) count++
    return count
  }
  const before = walk((from) => lessons.find((one) => follows(one, from)))
  const after = walk((from) => lessons.find((one) => follows(from, one)))
  return before + 1 + after
}
