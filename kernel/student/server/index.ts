import { defineServerModule } from '#packages/http'
import { offerRecordKind } from '#kernel/access/server'
import { offerPupilProfiles } from '#kernel/directory/server'
import { offerContents } from '#kernel/org/server'
import { offerPupils } from '#kernel/schooling/server'
import { manifest } from '../manifest.ts'
import { boardRoutes } from './board-routes.ts'
import { faceJobs, faceSubscriptions } from './face-jobs.ts'
import { faceRoutes } from './face-routes.ts'
import { configureFaces } from './face-store.ts'
import { familyRoutes } from './family-routes.ts'
import { pupilCounts } from './service/students/counting.ts'
import { profileOfPupil } from './service/students/profiling.ts'
import { studentRecords } from './service/students/recording.ts'
import { pupils } from './service/students/relocating.ts'
import { studentList } from './sheet/source.ts'
import { studentTarget } from './sheet/target.ts'
import { tellLeavers } from './student-jobs.ts'
import { studentRoutes } from './student-routes.ts'
import { yearRoutes } from './year-routes.ts'

export { childOf, type Child } from './service/family/child.ts'
export { consentsNow, saveConsents } from './service/family/consents.ts'
export { faceStatesOf } from './service/face/reading.ts'
export { removeFaces } from './service/face/removing.ts'
export { acceptAgreements, classesOfFamily } from './service/family/children.ts'
export { registerGuardian } from './service/family/guardians.ts'
export { familiesOf, schoolOfPerson, type FamilyIdentity } from './service/family/identities.ts'
export { findActivation, useActivation } from './service/family/slips.ts'
export { headCountsOn, rosterOn, type HeadCounts } from './service/students/counting.ts'
export { createStudents, type NewStudent } from './service/students/creating.ts'
export { findStudent } from './service/students/finding.ts'
export { changePlaces, holdSchool, type PlaceChange } from './service/students/placing.ts'
export { seedGuardian, seedStudents } from './seed.ts'
export { seedFaces, type SeedFace } from './seed-faces.ts'
export {
  listedGuardians,
  seedBindings,
  seedBindRequest,
  seedConsents,
  seedEmergency,
  seedTransfer,
  type ListedGuardian,
  type SeedConsent,
} from './seed-family.ts'
export default defineServerModule({
  manifest,
  routes: (app) => {
    studentRoutes(app)
    yearRoutes(app)
    familyRoutes(app)
    faceRoutes(app)
    boardRoutes(app)
  },
  jobs: [...faceJobs, tellLeavers],
  subscriptions: [...faceSubscriptions],
  imports: [studentTarget],
  exports: [studentList],
  start: ({ env }) => {
    configureFaces(env)
    offerPupils(pupilCounts)
    offerContents(pupils)
    offerPupilProfiles(profileOfPupil)
    offerRecordKind(studentRecords)
  },
})
