export {
  changeLessons,
  findLessonObstacles,
  restoreLessons,
  type ChangedLesson,
  type LessonBefore,
  type LessonChange,
} from './change-lessons.ts'
export { listLessonFacts, type LessonFacts } from './lesson-facts.ts'
export { getTimetableState, hasTimetableOn, type TimetableState } from './timetable-state.ts'
