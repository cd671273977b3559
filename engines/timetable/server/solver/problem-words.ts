import type { Cell, ModelGroup, TimetableModel } from '../model.ts'

export type ProblemCode =
  | 'teacher-clash'
  | 'class-clash'
  | 'room-clash'
  | 'pupil-clash'
  | 'rooms-clash'
  | 'fixed-in-teacher-off'
  | 'fixed-in-class-off'
  | 'fixed-in-subject-off'
  | 'fixed-over-teacher-daily'
  | 'fixed-over-subject-daily'
  | 'class-overfull'
  | 'teacher-overfull'
  | 'teacher-daily'
  | 'group-overfull'
  | 'subject-daily'
  | 'subjects-overfull'
  | 'rooms-overfull'
  | 'pupil-overfull'
  | 'no-teacher'
  | 'pair-hours'
  | 'too-many-doubles'
  | 'double-over-daily'
  | 'fixed-more-than-hours'
  | 'locked-more-than-hours'

/** Why there is no timetable, in words for the person who has to change a rule or a lesson. */
export interface Problem {
  code: ProblemCode
  message: string
}

const weekdayNames = '一二三四五六日'

/** 周一第8节 */
export const nameCell = (model: TimetableModel, { weekday, periodId }: Cell) =>
  `周${weekdayNames[weekday - 1] ?? weekday}${model.periods.find(({ id }) => id === periodId)?.name ?? ''}`

/** 七(3)班语文, 物理A班 */
export const nameGroup = ({ kind, label, subjectName }: ModelGroup) => (kind === 'class' ? label + subjectName : label)

export const nameTeacher = (model: TimetableModel, id: string) => model.teachers.get(id)?.name ?? '（已不在名单的教师）'
export const nameRoom = (model: TimetableModel, id: string) => model.rooms.get(id)?.name ?? '（已停用的场室）'
export const nameClass = (model: TimetableModel, id: string) => model.classes.get(id)?.label ?? '（已撤销的班级）'

/** 语文、数学等5门 */
export const nameSome = (names: readonly string[], unit: string) =>
  names.length > 3 ? `${names.slice(0, 3).join('、')}等${names.length}${unit}` : names.join('、')
