import type { ClassDay } from '../../contract.ts'
import type { AmendedMark } from './amend-dialog.tsx'
import { toShortPeriod } from './shown-day.ts'

type DayPupil = ClassDay['pupils'][number]
export type DayLesson = ClassDay['lessons'][number]

/** Pupils who are missing somewhere come first, then by seat. */
export const sortPupils = (pupils: readonly DayPupil[]) =>
  [...pupils].sort(
    (one, other) =>
      Number(isOpen(other)) - Number(isOpen(one)) ||
      (one.seatNo ?? lastSeat) - (other.seatNo ?? lastSeat) ||
      one.name.localeCompare(other.name, 'zh-CN'),
  )
export const isOpen = ({ marks }: DayPupil) => marks.some((mark) => mark?.status === 'missing')
const lastSeat = Number.MAX_SAFE_INTEGER

/** A roll that was submitted can be amended; one that was not is 补点, by its teacher. */
export const isAmendable = ({ status }: DayLesson) => status === 'submitted' || status === 'locked'

/** 第3节 数学 */
export const nameLesson = ({ periodName, subjectName }: DayLesson) =>
  [periodName, subjectName].filter(Boolean).join(' ')
export const nameShort = ({ periodName }: DayLesson) => toShortPeriod(periodName)

/** What the dialog changes: the mark of a pupil in a lesson of the day. */
export const toAmendedMark = (
  day: string,
  lesson: DayLesson,
  { studentId, name }: DayPupil,
  mark: NonNullable<DayPupil['marks'][number]>,
): AmendedMark => ({
  ...mark,
  lessonId: lesson.lessonId,
  sessionId: lesson.sessionId,
  lesson: `${day} ${nameLesson(lesson)}`,
  studentId,
  name,
})
