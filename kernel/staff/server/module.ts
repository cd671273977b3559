import { defineServerModule } from '#packages/http'
import { membershipBegan, membershipEnded } from '../contract.ts'
import { manifest } from '../manifest.ts'
import { approvalMembers, approversByPost } from './approvers.ts'
import { constantUses, workerTypeConstants } from './constants.ts'
import { demoStaffChanges } from './demo-rows.ts'
import { announceMembershipDates, recountOrganisations } from './jobs.ts'
import { loggedStaff } from './logged-objects.ts'
import { staffInterface } from './open-interface.ts'
import { staffRoutes } from './routes.ts'
import { finishMerge } from './service/merge-people.ts'
import { getMainEmployerName } from './service/get-staff.ts'
import { smsInvitationChannel } from './sms-invitations.ts'
import { staffChangeApproval } from './service/changes/staff-change-approval.ts'
import { changeDecidedTemplate } from './staff-change-notifications.ts'
import { staffContents } from './service/relocate-staff.ts'
import { staffExport } from './sheet/export-staff.ts'
import { staffImport } from './sheet/import-target.ts'

export default defineServerModule({
  manifest,
  routes: staffRoutes,
  jobs: [announceMembershipDates, recountOrganisations, finishMerge],
  events: [membershipBegan, membershipEnded],
  invitationSenders: [smsInvitationChannel],
  demoRows: [demoStaffChanges],
  imports: [staffImport],
  loggedObjects: [loggedStaff],
  exports: [staffExport],
  openInterfaces: [staffInterface],
  orgContents: [staffContents],
  mainOrganisationNames: [getMainEmployerName],
  constantUses: Object.entries(constantUses).map(([type, count]) => ({ type, count })),
  messageTemplates: [changeDecidedTemplate],
  constants: [workerTypeConstants],
  approvalMembers: [approvalMembers],
  approvalSubjects: [staffChangeApproval],
  approverKinds: [...approversByPost],
})
