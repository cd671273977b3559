export {
  authenticate,
  bindWorkplace,
  changePassword,
  changePhoneOfAccount,
  claimWorkplaceKeys,
  findDistrictByWorkplaceKey,
  listAccountDistricts,
  removePhoneOfAccount,
  findAccount,
  findAccountByWorkplace,
  normaliseLoginName,
  getAccount,
  refuseSharedAccount,
  refuseWeakPassword,
  rememberDistrict,
  unbindWorkplace,
  type Account,
} from './service/account.ts'
export { listOrganisationPasswordTerms } from './frequent-passwords.ts'
export {
  deleteAllFactors,
  deletePasskeyOfAccount,
  deleteTotpOfAccount,
  listFactorsOfAccount,
  savePasskey,
  saveTotp,
  generateTotp,
  recordPasskeyUse,
  getFactors,
  listPasskeysOfAccount,
  refuseManyPasskeys,
  resealTotps,
  findTotpStep,
  useTotp,
  type StoredPasskey,
} from './service/second-factors.ts'
export { checkIndexKey } from './service/check-index-key.ts'
export {
  addLoginNames,
  addPupilIdentifiers,
  openAccountByPhone,
  openPupilAccount,
  listNameOwners,
} from './service/family-accounts.ts'
export {
  acceptInvitation,
  invitePerson,
  invitePlatformAdministrator,
  withdrawInvitation,
  withdrawInvitations,
  withdrawInvitationsOf,
} from './service/invitation.ts'
export { offerMainPlace, offerPlaceNames } from './organisation-names.ts'
export {
  getMergeAccounts,
  mergeAccounts,
  mergePersons,
  settleMergeProposal,
  refuseMergeProposal,
  unmergeAccounts,
  unmergePersons,
  type MergedPersons,
} from './service/merge-persons.ts'
export {
  countAttempt,
  resetAttempts,
  limitAttempts,
  districtMessagesPerDay,
  reserveMessageQuota,
  uncountAttempt,
} from './service/rate-limits.ts'
export {
  getWorkplaceBindings,
  listBoundPersonIds,
  claimIdCard,
  createPerson,
  removeWorkplaceBinding,
  findPersonOfAccount,
  updateAvatar,
  updateWorkplaceBinding,
  updatePhone,
  updateSex,
  maskIdCard,
  maskPhone,
  getPhones,
  getPerson,
  type WorkplaceBinding,
  type NewPersonValues,
  type DecryptedPerson,
} from './service/person.ts'
export {
  createPeople,
  updatePeopleDetails,
  updatePersonDetails,
  findPersonByIdCard,
  createNumberHasher,
  lockPeople,
  decryptNumbers,
  refuseTakenPhone,
  deletePeople,
  restorePeople,
  getSearchHashes,
  type PersonEdit,
  type PersonState,
} from './service/person-registry.ts'
export {
  findNumberOwner,
  numberRegisteredMessage,
  numberRegisteredRefusal,
  phoneRegisteredMessage,
  phoneRegisteredRefusal,
  NumberLookupLimiter,
} from './service/number-lookups.ts'
export {
  endSessionsOfAccount,
  finishFirstStep,
  offerSessionEnding,
  prepareSessionEnding,
  notifyOwner,
} from './service/end-sessions.ts'
export { seedAccounts } from './seed.ts'
