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
