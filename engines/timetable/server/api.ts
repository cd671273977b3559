export { getTimetableState, hasTimetableOn, type TimetableState } from './timetable-state.ts'
export { lessonDuty } from './store-lessons.ts'
