export { may, type Actor, type ActorKind, type FirstStep } from './actor.ts'
export { isHidden, scopeOf, type LookupRows, type Ctx, type NumberLookups } from './ctx.ts'
export { districtId, type DistrictId } from './district.ts'
export { emptyId, newId } from './id.ts'
export { idCardBirthday, idCardCheckDigit, idCardSex, isIdCard } from './id-card.ts'
export { holdsPersonalNumber } from './personal-number.ts'
export { isLandline, isMobile, isServiceNumber } from './phone.ts'
export {
  changedByOthers,
  forbidden,
  found,
  invalid,
  notFound,
  notSignedIn,
  Refusal,
  type Trace,
  sessionEnded,
  tooMany,
  unavailable,
  wrongAudience,
  type FieldError,
} from './refusal.ts'
export { Ret } from './ret.ts'
export { nothing, union, type Scope } from './scope.ts'
export { reachedBy, type ReachPart, type RowPlace } from './scope-reached.ts'
export { dayOf, spanOfDays, startOfDay } from './time.ts'
export { turns } from './turns.ts'
export { isWeakPassword, passwordLetters, type PersonalWords } from './weak-password.ts'
