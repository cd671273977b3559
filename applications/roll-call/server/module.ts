import { defineServerModule } from '#packages/http'
import { manifest } from '../manifest.ts'
import { historyImport } from './history-import.ts'
import { attendanceOffice } from './office.ts'
import { recordParts } from './records.ts'
import { rollCallRoutes } from './routes.ts'
import { monthSheetExport, studentTermExport } from './sheets.ts'
import { statisticsParts } from './statistics.ts'

export default defineServerModule({
  manifest,
  routes: rollCallRoutes,
  entities: recordParts.entities,
  exports: [...recordParts.exports, monthSheetExport, studentTermExport],
  imports: [historyImport],
  recordKinds: recordParts.recordKinds,
  attendanceOffice: [attendanceOffice],
  metricCounts: statisticsParts.metricCounts,
  statistics: statisticsParts.statistics,
})
