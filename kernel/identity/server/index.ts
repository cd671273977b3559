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
  findAccount,
  findAccountOfWorkplace,
  readAccount,
  refuseWeakPassword,
  rememberDistrict,
  unbindWorkplace,
  type Account,
} from './service/account.ts'
export { acceptInvitation, invitePerson, invitePlatformAdministrator } from './service/invitation.ts'
export { countTry, forgetTries, limitTries, messagesOfDistrict, reserveMessage, uncountTry } from './service/limits.ts'
export {
  bindingsOf,
  boundAmong,
  createPerson,
  findPersonOfAccount,
  keepAvatar,
  keepBinding,
  keepIdCard,
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
export default defineServerModule({ manifest, routes: identityRoutes, jobs: [confirmAccount, sweepCounters] })
