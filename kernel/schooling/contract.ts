import { classRoutes } from './contract-classes.ts'
import { readinessRoutes } from './contract-readiness.ts'
import { timeRoutes } from './contract-time.ts'

export {
  classClosed,
  classForm,
  classStates,
  classTeacherRoles,
  setUpSteps,
  type ClassForm,
  type ClassTeacher,
  type ClassTeacherForm,
  type ClassTree,
  type GenerateForm,
  type Grade,
  type SchoolClass,
  type SetUp,
  type SetUpStep,
} from './contract-classes.ts'
export { room, roomApi, type Room } from './contract-rooms.ts'
export { subject, subjectApi, type Subject } from './contract-subjects.ts'
export { readinessSorts, type ReadinessSort, type SchoolReadiness } from './contract-readiness.ts'
export {
  assignmentRoles,
  lessonsLeft,
  teachingChanged,
  type Assignment,
  type AssignForm,
  type EndAssignmentForm,
  type AssignmentRole,
  type SkippedTeaching,
  type MyClass,
  type TeachingSheetResult,
  type TeachingSheetForm,
  type TeachingCell,
  type TeachingMatrix,
} from './contract-teaching.ts'
export {
  calendarChanged,
  periodsChanged,
  dayKinds,
  halves,
  periodKinds,
  termStates,
  workDayTypes,
  type CalendarDay,
  type CalendarForm,
  type DayKind,
  type Half,
  type LessonPeriod,
  type PeriodKind,
  type PeriodScheme,
  type PeriodSchemeForm,
  type Term,
  type TermForm,
  type Week,
  type WorkDay,
  type WorkDayType,
} from './contract-time.ts'
export {
  formatClassLabel,
  getFirstDayOfSchoolYear,
  formatGradeName,
  gradeNamings,
  getSchoolYear,
  stages,
  getYearOfGrade,
  type GradeNaming,
  type Stage,
} from './contract-school-year.ts'

export const schoolingApi = { ...timeRoutes, ...classRoutes, ...readinessRoutes }
