import { defineServerModule } from '#packages/http'
import { manifest } from '../manifest.ts'
import { attendanceOffice } from './office.ts'
import { recordParts } from './records.ts'
import { rollCallRoutes } from './routes.ts'

export default defineServerModule({
  manifest,
  routes: rollCallRoutes,
  entities: recordParts.entities,
  exports: recordParts.exports,
  recordKinds: recordParts.recordKinds,
  attendanceOffice: [attendanceOffice],
})
