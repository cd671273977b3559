import { defineServerModule } from '#packages/http'
import { coverEffective, coverEnded } from '../contract.ts'
import { manifest } from '../manifest.ts'
import { coverSetting } from './settings.ts'

export default defineServerModule({
  manifest,
  events: [coverEffective, coverEnded],
  settings: [coverSetting],
})
