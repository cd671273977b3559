export { getTimetableState, hasTimetableOn, type TimetableState } from './timetable-state.ts'
export { seedLessonChanges, type SeededChange } from './seed-lesson-changes.ts'
