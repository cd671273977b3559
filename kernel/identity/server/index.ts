import { defineServerModule } from '#packages/http'
import { manifest } from '../manifest.ts'
import { confirmAccount } from './jobs.ts'
import { identityRoutes } from './routes.ts'

export { authenticate, rememberDistrict } from './service/account.ts'
export { acceptInvitation, invitePerson, invitePlatformAdministrator } from './service/invitation.ts'
export { createPerson, findPersonOfAccount, readSelf, type PersonFacts } from './service/person.ts'
export default defineServerModule({ manifest, routes: identityRoutes, jobs: [confirmAccount] })
