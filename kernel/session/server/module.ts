import { defineServerModule } from '#packages/http'
import { offerPlaceNames, offerSessionEnding } from '#kernel/identity/server/api.ts'
import { offerProof } from '#kernel/sheet/server/api.ts'
import { manifest } from '../manifest.ts'
import { endAllSessions, sweepSessions } from './jobs.ts'
import { configureAvatarStore } from './avatar-store.ts'
import { mountSessionRoutes } from './routes.ts'
import { sessionEnding } from './service/revoke-sessions.ts'
import { notifyAccountOwner } from './service/manage-second-factors.ts'
import { listOrganisationNames } from './service/password-guesses.ts'
import { requireStepUp } from './service/step-up.ts'
import { configureSignIn } from './settings.ts'

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
