import { defineServerModule } from '#packages/http'
import { offerPlaceNames, offerSessionEnding } from '#kernel/identity/server'
import { offerProof } from '#kernel/sheet/server'
import { manifest } from '../manifest.ts'
import { endEverySession, sweepSessions } from './jobs.ts'
import { configurePictures } from './pictures.ts'
import { sessionRoutes } from './routes.ts'
import { sessionEnding } from './service/endings.ts'
import { tellOwner } from './service/factors.ts'
import { placeNamesOf } from './service/guesses.ts'
import { demandCode } from './service/proofs.ts'
import { configureSignIn } from './settings.ts'

export { Callers, isSessionOpen, stillSignedIn } from './identify.ts'
export { arrive } from './service/arrive.ts'
export { completeBinding } from './service/binding.ts'
export { actingFor, endEverywhere, prepareEnding } from './service/endings.ts'
export { browserOf } from './device.ts'
export { seedSignIns, type SeedSignIn } from './seed.ts'
export { handOverTo } from './service/hand-over.ts'
export { keepPortrait } from './service/profile.ts'
export { fromQuery } from './settings.ts'
export { checkPassword } from './service/password.ts'
export { resetFactorsOf } from './service/factors.ts'
export { waitingForCode } from './service/open-session.ts'
export { dropTickets, isOfBrowser, makeTicket, takeTicket, withTicket } from './service/tickets.ts'
export default defineServerModule({
  manifest,
  routes: sessionRoutes,
  jobs: [sweepSessions, endEverySession],
  start: ({ env, manifests }) => {
    configureSignIn({ env, manifests })
    configurePictures(env)
    offerSessionEnding({ ...sessionEnding, tellOwner })
    offerProof(demandCode)
    offerPlaceNames(placeNamesOf)
  },
})
