import { defineServerModule } from '#packages/http'
import { coverContents } from '#engines/cover/server/api.ts'
import { manifest } from '../manifest.ts'
import { creditParts } from './credit-routes.ts'
import { recordParts } from './records.ts'

export default defineServerModule({
  manifest,
  routes: creditParts.routes,
  entities: recordParts.entities,
  exports: [...recordParts.exports, ...creditParts.exports],
  recordKinds: recordParts.recordKinds,
  orgContents: [coverContents],
})
