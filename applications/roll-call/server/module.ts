import { defineServerModule } from '#packages/http'
import { attendanceContents } from '#engines/attendance/server/api.ts'
import { manifest } from '../manifest.ts'
import { demoRolls } from './demo-rows.ts'
import { historyImport } from './history-import.ts'
import { attendanceOffice } from './office.ts'
import { recordParts } from './records.ts'
import { metricLinks } from './metric-links.ts'
import { openExceptions } from './open-exceptions.ts'
import { metricChanges, metricSubscriptions } from './recount-metrics.ts'
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
  orgContents: [attendanceContents],
  demoRows: [demoRolls],
  subscriptions: metricSubscriptions,
  metricChanges,
  metricLinks,
  openExceptions,
  metricCounts: statisticsParts.metricCounts,
  metricDimLabels: statisticsParts.metricDimLabels,
  statistics: statisticsParts.statistics,
})
