export { attendanceSetting } from './settings.ts'
export type { AttendanceOffice, OfficeRole } from './attendance-office.ts'
// Whoever calls these has checked the scope; the rolls themselves know whose lesson it is.
export { amendRoll, type RollCorrection } from './sessions/amend-roll.ts'
export { listChangedAttendance } from './sessions/changed-day-queries.ts'
export { getClassDay, type ClassDay } from './sessions/class-day.ts'
export {
  countRolled,
  listMissedLessons,
  noFigures,
  sumDailyFigures,
  sumDailyFiguresOfSchools,
  sumFigures,
  sumTotal,
  type DailyFigures,
  type FigureQuestion,
  type FigureRow,
  type SchoolFigures,
} from './sessions/figures.ts'
export { getRoll } from './sessions/get-roll.ts'
export { lockSessions } from './sessions/lock-sessions.ts'
export { getMonthSheet, type MonthSheet } from './sessions/month-sheet.ts'
export { listPupilDays } from './sessions/pupil-days.ts'
export { getPupilTerm, type PupilTerm } from './sessions/pupil-term.ts'
export { recordPasses, type DevicePass, type RecordedPasses } from './sessions/record-passes.ts'
export { getCurrentRoll, listRollLessons } from './sessions/roll-lessons.ts'
export { saveRoll } from './sessions/save-roll.ts'
export { decideLeave, enterLeave, getLeaveInScope, listLeave, revokeLeave } from './leave/office-leave.ts'
export { countOpenCases, getAbsenceBoard, type AbsenceBoard } from './cases/case-board.ts'
export { contactCase, resolveCase } from './cases/handle-cases.ts'
export { listLongAbsences, type LongAbsence } from './cases/long-absence.ts'
export { attendanceContents } from './contents.ts'
export { seedAttendance } from './seed-attendance.ts'
