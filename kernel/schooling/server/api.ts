export { type PupilCounts } from './pupil-counts.ts'
export { listCalendarDays } from './service/time/calendar.ts'
export {
  addWorkHours,
  getWorkTimes,
  listHalfDays,
  listWorkDays,
  listWorkDaysOf,
  type HalfDaySpan,
  type WorkTimes,
} from './service/time/work-days.ts'
export { ensureDefaultPeriods, listPeriodsOn } from './service/time/timetable-periods.ts'
export { ensureNationalSubjects } from './service/time/subjects.ts'
export { ensureTerms, findTermOn, listOrgTerms } from './service/time/terms.ts'
export {
  getTaughtClasses,
  listClassTeachers,
  describeClasses,
  type ClassDescription,
  type TeacherOfClass,
} from './service/classes/class-descriptions.ts'
export { describeMyClasses } from './service/classes/class-descriptions.ts'
export { assignTeacher } from './service/classes/teaching-assignments.ts'
export { isSchoolNode, listOpenClasses } from './service/classes/class-descriptions.ts'
export { getClassRowScope } from './service/classes/class-access-records.ts'
export { closeClass, openGrade, reopenClass } from './service/classes/edit-classes.ts'
export { setClassHeads } from './service/classes/class-teachers.ts'
export { listOpenedRows, undoOpenedClasses } from './service/undo-opened-classes.ts'
export { seedCalendarDays, seedFinishedSetUps, seedGradeHead, seedLessons, seedSubjectStages } from './seed.ts'
export { getGradeNaming, getGradeNamingAt } from './settings.ts'
