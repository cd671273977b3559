import { defineServerModule } from '#packages/http'
import { settingChanged, settingPushed } from '../contract.ts'
import { manifest } from '../manifest.ts'
import { loggedSettings } from './logged-objects.ts'
import { settingRoutes } from './routes.ts'
import { checkSettings } from './setting-types.ts'
import { specifiedSettings } from './specified.ts'

export default defineServerModule({
  manifest,
  routes: settingRoutes,
  events: [settingChanged, settingPushed],
  loggedObjects: [loggedSettings],
  settings: specifiedSettings,
  appChecks: [checkSettings],
})
