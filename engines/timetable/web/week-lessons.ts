import { getWeekday } from '#packages/core'
import type { PhoneDay } from '#packages/web/light/phone-week.tsx'
import type { LessonState, StripLesson } from '#packages/web/light/lesson-strip.tsx'
import type { DayLesson, StaffWeek, WeekView } from '../contract.ts'

/** Whose week it is: a teacher wants to know the class, a class the teacher. */
export type Reader = 'teacher' | 'class'

/** By the words that whoever changed a lesson wrote for its pupils: 由王芳代课, 与英语课对调, 自习（孙丽看管）. */
const stateWords: readonly (readonly [string, LessonState])[] = [
  ['自习', 'selfStudy'],
  ['代课', 'substituted'],
  ['合班', 'merged'],
  ['补课', 'madeUp'],
  ['调', 'moved'],
]

function getState({ status, remark }: DayLesson): LessonState | undefined {
  if (status === 'planned') return undefined
  if (status === 'cancelled') return 'cancelled'
  return stateWords.find(([word]) => remark.includes(word))?.[1] ?? 'changed'
}

/** The subject, or the name of a free group: its pupils know it by that. */
export const nameLesson = ({ classId, subjectName, groupName }: DayLesson, reader: Reader) =>
  classId === null && reader === 'class' ? groupName : subjectName

export const describeWho = ({ groupName, teachers }: DayLesson, reader: Reader) =>
  reader === 'teacher' ? groupName : teachers.map(({ name }) => name).join('、')

/** The clock is HH:MM of now, on the day itself. */
export function toStripLesson(lesson: DayLesson, reader: Reader, clock?: string): StripLesson {
  const { id, periodName, begins, ends, roomName, status, remark } = lesson
  const state = getState(lesson)
  return {
    id,
    period: periodName,
    begins,
    ends,
    title: nameLesson(lesson, reader),
    detail: describeWho(lesson, reader),
    place: roomName,
    ...(state && { state }),
    ...(remark && { note: remark }),
    ...(clock !== undefined && status !== 'cancelled' && begins <= clock && clock < ends && { isNow: true }),
  }
}

export const listLessonsOn = ({ lessons }: Pick<WeekView, 'lessons'>, day: string) =>
  lessons.filter((lesson) => lesson.day === day).sort((one, other) => one.begins.localeCompare(other.begins))

/** The lessons of today, or on a day off those of the next school day. */
export function findShownDay(week: StaffWeek, today: string): { day: string; lessons: DayLesson[] } {
  const { day, lessons } = week.nextDay ?? { day: today, lessons: week.lessons }
  return { day, lessons: listLessonsOn({ lessons }, day) }
}

/** The days of the school week, and others with lessons. */
export const toPhoneDays = (week: WeekView, reader: Reader, today: string, clock: string): PhoneDay[] =>
  week.days.flatMap(({ day, label, remark, hasLessons }) => {
    const lessons = listLessonsOn(week, day)
    if (lessons.length === 0 && !hasLessons && getWeekday(day) > 5) return []
    return {
      weekday: getWeekday(day),
      label,
      date: day.slice(5),
      ...(day === today && { isToday: true }),
      ...(remark && { remark }),
      lessons: lessons.map((lesson) => toStripLesson(lesson, reader, day === today ? clock : undefined)),
    }
  })

/** The lesson that is going on, or the next one of the day; cancelled ones do not count. */
export const findNextLesson = (lessons: readonly DayLesson[], clock: string) =>
  lessons.find(({ status, ends }) => status !== 'cancelled' && ends > clock)
