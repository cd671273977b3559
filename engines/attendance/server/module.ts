import { defineServerModule } from '#packages/http'
import { attendanceAmended, attendanceSubmitted, pupilLeaveApproved, pupilLeaveRevoked } from '../contract.ts'
import { manifest } from '../manifest.ts'
import { absenceAlert } from './cases/absence-alert.ts'
import { caseTemplates } from './cases/case-notifications.ts'
import { attendanceSetting } from './settings.ts'

export default defineServerModule({
  manifest,
  events: [attendanceSubmitted, attendanceAmended, pupilLeaveApproved, pupilLeaveRevoked],
  settings: [attendanceSetting],
  alerts: [absenceAlert],
  messageTemplates: [...caseTemplates],
})
