import { defineServerModule } from '#packages/http'
import { attendanceAmended, attendanceSubmitted, pupilLeaveApproved, pupilLeaveRevoked } from '../contract.ts'
import { manifest } from '../manifest.ts'
import { attendanceContents, attendanceOfPeople } from './contents.ts'
import { onLessonsChanged } from './sessions/follow-lessons.ts'
import { lockJob } from './sessions/lock-sessions.ts'
import { attendanceSetting } from './settings.ts'

export default defineServerModule({
  manifest,
  events: [attendanceSubmitted, attendanceAmended, pupilLeaveApproved, pupilLeaveRevoked],
  subscriptions: [onLessonsChanged],
  jobs: [lockJob],
  settings: [attendanceSetting],
  orgContents: [attendanceContents],
  personContents: [attendanceOfPeople],
})
