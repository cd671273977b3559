import { defineServerModule } from '#packages/http'
import { attendanceAmended, attendanceSubmitted, pupilLeaveApproved, pupilLeaveRevoked } from '../contract.ts'
import { manifest } from '../manifest.ts'
import { attendanceSetting } from './settings.ts'

export default defineServerModule({
  manifest,
  events: [attendanceSubmitted, attendanceAmended, pupilLeaveApproved, pupilLeaveRevoked],
  settings: [attendanceSetting],
})
