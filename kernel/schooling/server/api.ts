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
export {
  ensureDefaultPeriods,
  findSchemeOn,
  listPeriodSchemesOf,
  listPeriodsOn,
  type PresentedPeriod,
  type SchemeWithPeriods,
} from './service/time/timetable-periods.ts'
export { type LessonCount, type LessonsOfTeacher } from './lesson-counts.ts'
export { type LostPeriods, type PeriodGuard } from './period-guards.ts'
export { listTeachingOfTerm, type TaughtGroup } from './service/classes/teaching-of-term.ts'
export { ensureNationalSubjects, subjects } from './service/time/subjects.ts'
export { ensureTerms, ensureTermsOf, findTermOn, getWeekOfTerm, listOrgTerms } from './service/time/terms.ts'
export {
  getTaughtClasses,
  listClassTeachers,
  describeClasses,
  type ClassDescription,
  type TeacherOfClass,
} from './service/classes/class-descriptions.ts'
export { describeMyClasses } from './service/classes/class-descriptions.ts'
export { getTeachingGaps } from './service/classes/teaching-gaps.ts'
export { copyTeaching } from './service/classes/copy-teaching.ts'
export { assignTeacher } from './service/classes/teaching-assignments.ts'
export { isSchoolNode, listOpenClasses } from './service/classes/class-descriptions.ts'
export { getClassRowScope } from './service/classes/class-access-records.ts'
export { closeClass, openGrade, reopenClass } from './service/classes/edit-classes.ts'
export { setClassHeads } from './service/classes/class-teachers.ts'
export { listOpenedRows, undoOpenedClasses } from './service/undo-opened-classes.ts'
export {
  seedCalendarDays,
  seedFinishedSetUps,
  seedGradeHead,
  seedLessons,
  seedLocalSubject,
  seedSubjectStages,
} from './seed.ts'
export { getGradeNaming, getGradeNamingAt, getWeekDays } from './settings.ts'
export { listChangedSchools } from './changed-school-queries.ts'
