export { requireChild, requireCurrentChild, type Child } from './service/family/family-children.ts'
export type { FamilyHomePart } from './service/family/family-home-parts.ts'
export { getConsentStates, saveConsents } from './service/family/guardian-consents.ts'
export { listGuardianContacts, type GuardianContact } from './service/family/guardian-contacts.ts'
export {
  listFamilyObstacles,
  notifyFamilies,
  type FamilyMessage,
  type FamilyNotification,
  type NotifiedChild,
} from './service/family/notify-families.ts'
export { listFaceStates } from './service/face/faces.ts'
export { removeFaces } from './service/face/review-faces.ts'
export { acceptAgreements, listFamilyClassIds } from './service/family/family-children.ts'
export { registerGuardian } from './service/family/guardian-bindings.ts'
export { listFamilyIdentities, findSchoolOfPupil, type FamilyIdentity } from './service/family/family-identities.ts'
export { findActivation, consumeActivation } from './service/family/account-slips.ts'
export { getHeadCounts, listGroupMembersOf, listRoster, type HeadCounts } from './service/students/rosters.ts'
export { type MemberOfGroup } from './group-member-queries.ts'
export { createStudents, type NewStudent } from './service/students/create-students.ts'
export { findStudent } from './service/students/scope-checks.ts'
export { changeEnrolments, lockSchool, type EnrolmentChange } from './service/students/change-enrolments.ts'
export { seedGuardian, seedStudents } from './seed.ts'
export { seedFaces, type SeedFace } from './seed-faces.ts'
export {
  listBoundGuardians,
  listRosterGuardians,
  seedBindings,
  seedBindRequest,
  seedConsents,
  seedEmergency,
  seedTransfer,
  type BoundGuardian,
  type RosterGuardian,
  type SeedConsent,
} from './seed-family.ts'
export { listSchoolsOfMovedPupils } from './metric-changes.ts'
