import { serveEntity } from '#packages/crud'
import { defineServerModule } from '#packages/http'
import { leaveApproved, leaveEnded, leaveTypeApi, overtimeApi } from '../contract.ts'
import { manifest } from '../manifest.ts'
import { balanceImport } from './balance-import.ts'
import { expireLots, remindTimeOff } from './balances.ts'
import { closeMonthNotification, timeOffExpiringNotification } from './book-notifications.ts'
import { bookRoutes } from './book-routes.ts'
import { remindOfMonths } from './months.ts'
import { leaveContents } from './org-contents.ts'
import { overtimeApproval, overtimes } from './overtime.ts'
import { requestRoutes } from './request-routes.ts'
import { leaveSetting } from './settings.ts'
import { leaveMetricCounts, leaveStatistics } from './statistics.ts'
import { attendanceExport } from './summary.ts'
import { ensureStandardTypes, leaveTypes, prepareTypes } from './types.ts'

export default defineServerModule({
  manifest,
  routes: (app) => {
    requestRoutes(app)
    bookRoutes(app)
  },
  entities: [serveEntity(leaveTypeApi, leaveTypes), serveEntity(overtimeApi, overtimes)],
  imports: [balanceImport],
  exports: [attendanceExport],
  events: [leaveApproved, leaveEnded],
  jobs: [prepareTypes, expireLots, remindTimeOff, remindOfMonths],
  newDistrictRows: [{ key: 'leave-types', create: ensureStandardTypes }],
  approvalSubjects: [overtimeApproval],
  messageTemplates: [closeMonthNotification, timeOffExpiringNotification],
  settings: [leaveSetting],
  orgContents: [leaveContents],
  metricCounts: leaveMetricCounts,
  statistics: [leaveStatistics],
})
