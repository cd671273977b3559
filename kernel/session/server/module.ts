import { serveEntity } from '#packages/crud'
import { defineServerModule } from '#packages/http'
// Vitest's resolver takes “objects” for “obje.ts”, so the index file is named in full.
import { createLazyObjectStore } from '#packages/objects/index.ts'
import { onlineSessionApi } from '../contract-online-sessions.ts'
import { manifest } from '../manifest.ts'
import { boardReads } from './board-reads.ts'
import { closeSessions, endAllSessions, sweepSessions } from './jobs.ts'
import { kickSession, onlineSessions } from './online-sessions.ts'
import { mountSessionRoutes } from './routes.ts'
import { sessionEnding } from './service/revoke-sessions.ts'
import { notifyAccountOwner, factorChangedMessage } from './service/manage-second-factors.ts'
import { listOrganisationNames } from './service/password-guesses.ts'
import { requireStepUp } from './service/step-up.ts'
import { loginSetting, readSignInSettings } from './settings.ts'
import { unusualTemplate, watchSignIns } from './watch-sign-ins.ts'

export default defineServerModule({
  manifest,
  boardReads,
  routes: mountSessionRoutes,
  entities: [serveEntity(onlineSessionApi, { ...onlineSessions, kick: kickSession })],
  jobs: [sweepSessions, closeSessions, endAllSessions, watchSignIns],
  sessionEndings: [{ ...sessionEnding, notifyOwner: notifyAccountOwner }],
  stepUpChecks: [requireStepUp],
  organisationNames: [listOrganisationNames],
  messageTemplates: [factorChangedMessage, unusualTemplate],
  settings: [loginSetting],
  fromSettings: (env) => ({
    signInSettings: [readSignInSettings(env)],
    avatarStore: [createLazyObjectStore(env)],
  }),
})
