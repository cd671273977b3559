import { defineServerModule } from '#packages/http'
import { coverEffective, coverEnded } from '../contract.ts'
import { manifest } from '../manifest.ts'
import { coversOfPeople } from './contents.ts'
import { creditRoutes } from './credit-routes.ts'
import { coverSetting } from './settings.ts'

export default defineServerModule({
  manifest,
  routes: creditRoutes,
  events: [coverEffective, coverEnded],
  settings: [coverSetting],
  personContents: [coversOfPeople],
})
