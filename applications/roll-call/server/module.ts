import { defineServerModule } from '#packages/http'
import { manifest } from '../manifest.ts'
import { recordParts } from './records.ts'

export default defineServerModule({
  manifest,
  entities: recordParts.entities,
  exports: recordParts.exports,
  recordKinds: recordParts.recordKinds,
})
