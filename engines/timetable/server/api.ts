export { getTimetableState, hasTimetableOn, type TimetableState } from './timetable-state.ts'
