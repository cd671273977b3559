import { defineServerModule } from '#packages/http'
import { manifest } from '../manifest.ts'
import { confirmAccount, sweepCounters } from './jobs.ts'
import { identityRoutes } from './routes.ts'

export {
  authenticate,
  bindWorkplace,
  changePassword,
  changePhoneOfAccount,
  claimWorkplaceKeys,
  districtOfKey,
  districtsOf,
  dropPhoneOfAccount,
  findAccount,
  findAccountOfWorkplace,
  plainName,
  readAccount,
  refuseSharedAccount,
  refuseWeakPassword,
  rememberDistrict,
  unbindWorkplace,
  type Account,
} from './service/account.ts'
export { wordsOfPlaces } from './frequent-passwords.ts'
export {
  dropFactors,
  dropPasskey,
  dropTotp,
  factorsOfAccount,
  keepPasskey,
  keepTotp,
  newTotp,
  notePasskeyUse,
  readFactors,
  readPasskeys,
  refuseManyPasskeys,
  rewrapTotps,
  stepOfCode,
  useTotp,
  type Passkey,
} from './service/factors.ts'
export { checkIndexKey } from './service/index-key.ts'
export { nameAccounts, nameOfPupil, openByPhone, openPupilAccount, ownersOfNames } from './service/family-accounts.ts'
export {
  acceptInvitation,
  invitePerson,
  invitePlatformAdministrator,
  withdrawInvitation,
  withdrawInvitations,
  withdrawInvitationsOf,
} from './service/invitation.ts'
export { offerMainPlace, offerPlaceNames } from './places.ts'
export {
  accountsForMerge,
  mergeAccounts,
  mergePersons,
  proposalOfMerge,
  refuseProposal,
  unmergeAccounts,
  unmergePersons,
  type MergedPersons,
} from './service/merging.ts'
export { countTry, forgetTries, limitTries, messagesOfDistrict, reserveMessage, uncountTry } from './service/limits.ts'
export {
  bindingsOf,
  boundAmong,
  claimIdCard,
  createPerson,
  dropBindingOfAccount,
  findPersonOfAccount,
  keepAvatar,
  keepBinding,
  keepPhone,
  keepSex,
  maskIdCard,
  maskPhone,
  phonesOf,
  readPerson,
  type Binding,
  type PersonFacts,
  type Self,
} from './service/person.ts'
export {
  createPeople,
  editPeople,
  editPerson,
  findByIdCard,
  hashesIn,
  holdPeople,
  openNumbers,
  refuseTakenPhone,
  removePeople,
  restorePeople,
  searchHashes,
  type PersonEdit,
  type PersonState,
} from './service/registry.ts'
export {
  findNumberOwner,
  numberRegisteredMessage,
  numberRegistered,
  phoneRegisteredMessage,
  phoneRegistered,
  NumberLookupLimiter,
} from './service/number-lookups.ts'
export {
  endSessionsOfAccount,
  finishFirstStep,
  offerSessionEnding,
  prepareSessionEnding,
  tellOwner,
} from './service/sessions.ts'
export { seedAccounts } from './seed.ts'
export default defineServerModule({ manifest, routes: identityRoutes, jobs: [confirmAccount, sweepCounters] })
