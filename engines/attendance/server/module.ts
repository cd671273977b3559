import { defineServerModule } from '#packages/http'
import { attendanceAmended, attendanceSubmitted, pupilLeaveApproved, pupilLeaveRevoked } from '../contract.ts'
import { manifest } from '../manifest.ts'
import { caseJobs } from './case-jobs.ts'
import { absenceAlert } from './cases/absence-alert.ts'
import { caseTemplates } from './cases/case-notifications.ts'
import { childToday } from './leave/family-today.ts'
import { leaveApproval, leaveFileOwner } from './leave/leave-approval.ts'
import { leaveTemplates } from './leave/leave-notifications.ts'
import { familyAttendanceRoutes } from './routes.ts'
import { attendanceOfPeople } from './contents.ts'
import { onLessonsChanged } from './sessions/follow-lessons.ts'
import { lockJob } from './sessions/lock-sessions.ts'
import { attendanceSetting } from './settings.ts'

export default defineServerModule({
  manifest,
  routes: familyAttendanceRoutes,
  events: [attendanceSubmitted, attendanceAmended, pupilLeaveApproved, pupilLeaveRevoked],
  approvalSubjects: [leaveApproval],
  fileOwners: [leaveFileOwner],
  subscriptions: [onLessonsChanged],
  settings: [attendanceSetting],
  alerts: [absenceAlert],
  jobs: [lockJob, ...caseJobs],
  messageTemplates: [...caseTemplates, ...leaveTemplates],
  personContents: [attendanceOfPeople],
  familyHomeParts: [childToday],
})
