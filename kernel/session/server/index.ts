import { defineServerModule } from '#packages/http'
import { offerPlaceNames, offerSessionEnding } from '#kernel/identity/server'
import { offerProof } from '#kernel/sheet/server'
import { manifest } from '../manifest.ts'
import { endAllSessions, sweepSessions } from './jobs.ts'
import { configureAvatarStore } from './avatar-store.ts'
import { mountSessionRoutes } from './routes.ts'
import { sessionEnding } from './service/revoke-sessions.ts'
import { notifyAccountOwner } from './service/manage-second-factors.ts'
import { listOrganisationNames } from './service/password-guesses.ts'
import { requireStepUp } from './service/step-up.ts'
import { configureSignIn } from './settings.ts'

export { Callers, isSessionOpen, listLiveTokenHashes } from './identify-callers.ts'
export { completeSignIn } from './service/complete-sign-in.ts'
export { bindWorkplaceUser } from './service/bind-workplace.ts'
export { createPersonCtx, revokeSessionsEverywhere, enqueueSessionRevocation } from './service/revoke-sessions.ts'
export { getBrowserKey } from './device-name.ts'
export { seedSignIns, type SeedSignIn } from './seed.ts'
export { getHandOverUrl } from './service/application-tickets.ts'
export { savePortrait } from './service/profile.ts'
export { allowQueryValue } from './settings.ts'
export { checkPassword } from './service/password-sign-in.ts'
export { resetFactorsByLogin } from './service/manage-second-factors.ts'
export { presentCodeNeeded } from './service/open-session.ts'
export { deleteTickets, isTicketOfBrowser, createOneTimeTicket, redeemTicket, withTicket } from './service/tickets.ts'
export default defineServerModule({
  manifest,
  routes: mountSessionRoutes,
  jobs: [sweepSessions, endAllSessions],
  start: ({ env, manifests }) => {
    configureSignIn({ env, manifests })
    configureAvatarStore(env)
    offerSessionEnding({ ...sessionEnding, notifyOwner: notifyAccountOwner })
    offerProof(requireStepUp)
    offerPlaceNames(listOrganisationNames)
  },
})
