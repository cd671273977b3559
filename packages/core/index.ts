export {
  createJobActor,
  may,
  type Actor,
  type ActorKind,
  type FirstStep,
  type OutsideActor,
  type OutsideKind,
} from './actor.ts'
export {
  computeOnce,
  findContribution,
  getContribution,
  getContributionName,
  listContributions,
  type App,
  type Contributions,
  type DeclaredContributions,
} from './app.ts'
export { getCreditCodeCheck, isCreditCode } from './credit-code.ts'
export { isFieldHiddenFromActor, scopeOf, type LookupRows, type Ctx, type NumberLookups } from './ctx.ts'
export { createShortCache } from './short-cache.ts'
export { addDays, daysBetween, getMonday, getWeekday, listDays } from './days.ts'
export { districtId, type DistrictId } from './district.ts'
export { emptyId, newId } from './id.ts'
export { idCardBirthday, idCardCheckDigit, idCardSex, isIdCard } from './id-card.ts'
export { containsPersonalNumber } from './personal-number.ts'
export { isLandline, isMobile, isServiceNumber } from './phone.ts'
export {
  changedByOthers,
  forbidden,
  orNotFound,
  invalid,
  notFound,
  notSignedIn,
  Refusal,
  type RefusalLink,
  type RefusalTrace,
  sessionEnded,
  stillPending,
  tooMany,
  unavailable,
  wrongAudience,
  type FieldError,
} from './refusal.ts'
export { Ret } from './ret.ts'
export { emptyScope, orgTreeScope, unionScopes, wholeDistrict, type Scope } from './scope.ts'
export { matchScope, type ScopePart, type ScopeAttributes } from './match-scope.ts'
export { dayOf, getLogPeriod, startOfDay } from './time.ts'
export { createConcurrencyLimit } from './concurrency-limit.ts'
export { isWeakPassword, listPasswordLetters, type PersonalWords } from './weak-password.ts'
