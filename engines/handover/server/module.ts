import { defineServerModule } from '#packages/http'
import { manifest } from '../manifest.ts'
import { demoHandover } from './demo-rows.ts'
import { departures, guardOpenWork } from './departures.ts'
import { cancelledTemplate, forcedTemplate, openedTemplate, receivedTemplate } from './handover-notifications.ts'
import { handoverRoutes } from './routes.ts'

export default defineServerModule({
  manifest,
  routes: handoverRoutes,
  membershipGuards: [guardOpenWork],
  departures: [departures],
  messageTemplates: [receivedTemplate, openedTemplate, cancelledTemplate, forcedTemplate],
  demoRows: [demoHandover],
})
