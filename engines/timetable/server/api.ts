export {
  changeLessons,
  findLessonObstacles,
  findObstaclesOfEach,
  restoreLessons,
  type ChangedLesson,
  type LessonBefore,
  type LessonChange,
} from './change-lessons.ts'
export { type LessonObstacle } from './lesson-targets.ts'
export { getTimetableState, hasTimetableOn, type TimetableState } from './timetable-state.ts'
export { findLessons, type FoundLesson } from './find-lessons.ts'
export { listLessonOrgs, listNearGroups, type LessonQuestion } from './find-lessons-queries.ts'
export { listPeriodsOfSchool, presentPeriods } from './load-model.ts'
export { toMoment } from './store-lessons.ts'
