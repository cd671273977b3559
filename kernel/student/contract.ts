import { boardRoutes } from './contract-board.ts'
import { faceRoutes } from './contract-face.ts'
import { familyRoutes } from './contract-family.ts'
import { myClassRoutes } from './contract-my-classes.ts'
import { studentRoutes } from './contract-students.ts'
import { yearRoutes } from './contract-year.ts'

export { type SchoolFigures } from './contract-board.ts'
export {
  faceBytes,
  facePixels,
  faceZipBytes,
  maxUnmatchedShown,
  type FaceItem,
  type FaceZipOutcome,
} from './contract-face.ts'
export {
  agreements,
  consentChanged,
  consentPurposes,
  familyObstacles,
  slipLimits,
  type AgreementKind,
  type ChildCard,
  type Consent,
  type ConsentPurpose,
  type FamilyHome,
  type FamilyPartKey,
  type FamilyObstacle,
  type Linkman,
} from './contract-family.ts'
export {
  getStageEvents,
  eventTypes,
  isCompulsory,
  needsBasis,
  findLegalObstacle,
  type EventType,
} from './contract-events.ts'
export {
  changeTypes,
  faceStates,
  idKinds,
  linkStatuses,
  relations,
  restrictions,
  studentStatuses,
  transferStatuses,
  type ChangeType,
  type FaceState,
  type Guardian,
  type IdKind,
  type LinkStatus,
  type MaskedField,
  type Relation,
  type Restriction,
  type Student,
  type StudentChange,
  type StudentDetail,
  type StudentStatus,
  type Transfer,
  type TransferStatus,
} from './contract-fields.ts'
export {
  guardianForm,
  isStudentNo,
  newStudentForm,
  studentFilter,
  studentForm,
  missingFieldLabels,
  type EventEffect,
  type EventForm,
  type GuardianForm,
  type NewStudentForm,
  type StudentFilter,
  type StudentForm,
  type MissingField,
  type StudentTargets,
} from './contract-forms.ts'
export { type LedClassFigures, type OwnClass, type PupilFamily, type SchoolDay } from './contract-my-classes.ts'
export { groupMembersChanged, studentChanged, studentLeft } from './contract-students.ts'
export { undoDays, yearDecisions, type YearDecision, type YearPlan, type YearPlanInput } from './contract-year.ts'

export const studentApi = {
  ...studentRoutes,
  ...myClassRoutes,
  ...yearRoutes,
  ...familyRoutes,
  ...faceRoutes,
  ...boardRoutes,
}
