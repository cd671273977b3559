import { defineServerModule } from '#packages/http'
import { manifest } from '../manifest.ts'
import { endAllSessions, sweepSessions } from './jobs.ts'
import { configureAvatarStore } from './avatar-store.ts'
import { mountSessionRoutes } from './routes.ts'
import { sessionEnding } from './service/revoke-sessions.ts'
import { notifyAccountOwner, factorChangedMessage } from './service/manage-second-factors.ts'
import { listOrganisationNames } from './service/password-guesses.ts'
import { requireStepUp } from './service/step-up.ts'
import { configureSignIn, loginSetting } from './settings.ts'

export default defineServerModule({
  manifest,
  routes: mountSessionRoutes,
  jobs: [sweepSessions, endAllSessions],
  sessionEndings: [{ ...sessionEnding, notifyOwner: notifyAccountOwner }],
  stepUpChecks: [requireStepUp],
  organisationNames: [listOrganisationNames],
  messageTemplates: [factorChangedMessage],
  settings: [loginSetting],
  start: ({ env, manifests }) => {
    configureSignIn({ env, manifests })
    configureAvatarStore(env)
  },
})
