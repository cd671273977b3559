export { getTimetableState, hasTimetableOn, type TimetableState } from './timetable-state.ts'
export { seedLessonChanges, type SeededChange } from './seed-lesson-changes.ts'
export { changeLessons, restoreLessons, type LessonBefore } from './change-lessons.ts'
