import { createEntityExport } from '#packages/crud'
import { defineServerModule } from '#packages/http'
import { leaveApproved, leaveEnded } from '../contract.ts'
import { manifest } from '../manifest.ts'
import { leaveApproval, leaveFileOwner } from './leave-approval.ts'
import { moveLeaveJob } from './leave-jobs.ts'
import { leaveTemplates } from './leave-notifications.ts'
import { leaveRecords } from './records.ts'
import { onCalendarChanged, onMembershipBegan, onMembershipEnded } from './recount-leave.ts'
import { requestEntities } from './request-routes.ts'
import { leaveSetting } from './settings.ts'

export default defineServerModule({
  manifest,
  entities: [...requestEntities],
  exports: [createEntityExport(leaveRecords)],
  events: [leaveApproved, leaveEnded],
  subscriptions: [onCalendarChanged, onMembershipBegan, onMembershipEnded],
  jobs: [moveLeaveJob],
  approvalSubjects: [leaveApproval],
  fileOwners: [leaveFileOwner],
  messageTemplates: leaveTemplates,
  settings: [leaveSetting],
})
