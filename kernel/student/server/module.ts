import { defineServerModule } from '#packages/http'
import { consentChanged, groupMembersChanged, studentChanged, studentLeft } from '../contract.ts'
import { manifest } from '../manifest.ts'
import { boardReads } from './board-reads.ts'
import { studentMetricChanges } from './metric-changes.ts'
import { studentInterface } from './open-interface.ts'
import { pupilPassages } from './pupil-passages.ts'
import { mountBoardRoutes } from './board-routes.ts'
import { faceJobs, faceSubscriptions } from './face-jobs.ts'
import { mountFaceRoutes } from './face-routes.ts'
import { createFaceStore } from './face-store.ts'
import { mountFamilyRoutes } from './family-routes.ts'
import { pupilCounts } from './service/students/rosters.ts'
import { findPupilProfile } from './service/students/present-students.ts'
import { studentRecordKind } from './service/students/explain-access-records.ts'
import { pupilContents } from './service/students/relocate-students.ts'
import { studentExport } from './sheet/export-students.ts'
import { studentImport } from './sheet/import-target.ts'
import { publishDepartures, remindOfEndingSuspensions } from './student-jobs.ts'
import { mountStudentRoutes } from './student-routes.ts'
import { mountYearRoutes } from './year-routes.ts'
import { transferApproval } from './service/students/approve-transfers.ts'
import { identityChangedTemplate } from './service/students/identity-notifications.ts'
import { newPupilsTemplate, suspensionTemplate } from './service/students/notify-class-heads.ts'
import { transferDecisionTemplate } from './service/students/transfer-notifications.ts'
import { bindApproval } from './service/family/approve-bind-requests.ts'
import { boundTemplate, bindDecisionTemplate } from './service/family/bind-notifications.ts'
import { studentMetricCounts, studentStatistics } from './service/statistics.ts'
import { familyContactSetting } from './settings.ts'
import { demoMoves } from './demo-rows.ts'
import { loggedStudents } from './logged-objects.ts'

export default defineServerModule({
  manifest,
  boardReads,
  routes: (app) => {
    mountStudentRoutes(app)
    mountYearRoutes(app)
    mountFamilyRoutes(app)
    mountFaceRoutes(app)
    mountBoardRoutes(app)
  },
  jobs: [...faceJobs, publishDepartures, remindOfEndingSuspensions],
  events: [consentChanged, groupMembersChanged, studentChanged, studentLeft],
  subscriptions: [...faceSubscriptions],
  imports: [studentImport],
  loggedObjects: [loggedStudents],
  demoRows: [demoMoves],
  exports: [studentExport],
  metricCounts: studentMetricCounts,
  metricChanges: studentMetricChanges,
  statistics: [studentStatistics],
  openInterfaces: [studentInterface],
  collectTargets: [pupilPassages],
  pupilCounts: [pupilCounts],
  orgContents: [pupilContents],
  pupilProfiles: [findPupilProfile],
  recordKinds: [studentRecordKind],
  approvalSubjects: [bindApproval, transferApproval],
  messageTemplates: [
    transferDecisionTemplate,
    boundTemplate,
    bindDecisionTemplate,
    identityChangedTemplate,
    newPupilsTemplate,
    suspensionTemplate,
  ],
  settings: [familyContactSetting],
  fromSettings: (env) => ({ faceStore: [createFaceStore(env)] }),
})
