import { defineServerModule } from '#packages/http'
import { coverEffective, coverEnded } from '../contract.ts'
import { manifest } from '../manifest.ts'
import { coverReadRoutes } from './read-routes.ts'
import { coverSetting } from './settings.ts'

export default defineServerModule({
  manifest,
  routes: coverReadRoutes,
  events: [coverEffective, coverEnded],
  settings: [coverSetting],
})
