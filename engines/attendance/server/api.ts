export { attendanceSetting } from './settings.ts'
export type { AttendanceOffice, OfficeRole } from './attendance-office.ts'
export { listPupilDays, sumDays } from './sessions/pupil-days.ts'
