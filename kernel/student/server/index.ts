import { defineServerModule } from '#packages/http'
import { offerRecordKind } from '#kernel/access/server'
import { offerPupilProfiles } from '#kernel/contacts/server'
import { offerContents } from '#kernel/org/server'
import { offerPupils } from '#kernel/schooling/server'
import { manifest } from '../manifest.ts'
import { mountBoardRoutes } from './board-routes.ts'
import { faceJobs, faceSubscriptions } from './face-jobs.ts'
import { mountFaceRoutes } from './face-routes.ts'
import { configureFaces } from './face-store.ts'
import { mountFamilyRoutes } from './family-routes.ts'
import { pupilCounts } from './service/students/rosters.ts'
import { findPupilProfile } from './service/students/present-students.ts'
import { studentRecordKind } from './service/students/explain-access-records.ts'
import { pupilContents } from './service/students/relocate-students.ts'
import { studentExport } from './sheet/export-students.ts'
import { studentImport } from './sheet/import-target.ts'
import { publishDepartures } from './student-jobs.ts'
import { mountStudentRoutes } from './student-routes.ts'
import { mountYearRoutes } from './year-routes.ts'

export { requireChild, type Child } from './service/family/family-children.ts'
export { getConsentStates, saveConsents } from './service/family/guardian-consents.ts'
export { listFaceStates } from './service/face/faces.ts'
export { removeFaces } from './service/face/review-faces.ts'
export { acceptAgreements, listFamilyClassIds } from './service/family/family-children.ts'
export { registerGuardian } from './service/family/guardian-bindings.ts'
export { listFamilyIdentities, findSchoolOfPupil, type FamilyIdentity } from './service/family/family-identities.ts'
export { findActivation, consumeActivation } from './service/family/account-slips.ts'
export { getHeadCounts, listRoster, type HeadCounts } from './service/students/rosters.ts'
export { createStudents, type NewStudent } from './service/students/create-students.ts'
export { findStudent } from './service/students/scope-checks.ts'
export { changeEnrolments, lockSchool, type EnrolmentChange } from './service/students/change-enrolments.ts'
export { seedGuardian, seedStudents } from './seed.ts'
export { seedFaces, type SeedFace } from './seed-faces.ts'
export {
  listRosterGuardians,
  seedBindings,
  seedBindRequest,
  seedConsents,
  seedEmergency,
  seedTransfer,
  type RosterGuardian,
  type SeedConsent,
} from './seed-family.ts'
export default defineServerModule({
  manifest,
  routes: (app) => {
    mountStudentRoutes(app)
    mountYearRoutes(app)
    mountFamilyRoutes(app)
    mountFaceRoutes(app)
    mountBoardRoutes(app)
  },
  jobs: [...faceJobs, publishDepartures],
  subscriptions: [...faceSubscriptions],
  imports: [studentImport],
  exports: [studentExport],
  start: ({ env }) => {
    configureFaces(env)
    offerPupils(pupilCounts)
    offerContents(pupilContents)
    offerPupilProfiles(findPupilProfile)
    offerRecordKind(studentRecordKind)
  },
})
