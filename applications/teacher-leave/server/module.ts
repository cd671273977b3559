import { createEntityExport, serveEntity } from '#packages/crud'
import { defineServerModule } from '#packages/http'
import { leaveApproved, leaveEnded, leaveTypeApi, overtimeApi } from '../contract.ts'
import { manifest } from '../manifest.ts'
import { boardReads } from './board-reads.ts'
import { balanceImport } from './balance-import.ts'
import { expireLots, remindTimeOff } from './balances.ts'
import { bookTemplates } from './book-notifications.ts'
import { bookRoutes } from './book-routes.ts'
import { demoLeave } from './demo-rows.ts'
import { historyImport } from './history-import.ts'
import { leaveApproval, leaveFileOwner } from './leave-approval.ts'
import { moveLeaveJob } from './leave-jobs.ts'
import { leaveTemplates } from './leave-notifications.ts'
import { remindOfMonths } from './months.ts'
import { leaveContents } from './org-contents.ts'
import { overtimeApproval, overtimes } from './overtime.ts'
import { leaveRecordKind, leaveRecords } from './records.ts'
import { onCalendarChanged, onMembershipBegan, onMembershipEnded } from './recount-leave.ts'
import { metricChanges, metricLinks, metricSubscriptions } from './recount-metrics.ts'
import { requestEntities } from './request-routes.ts'
import { deputyResponsibility } from './responsibilities.ts'
import { leaveOfPeople } from './person-contents.ts'
import { leaveSetting } from './settings.ts'
import { leaveDimLabels, leaveMetricCounts, leaveStatistics } from './statistics.ts'
import { attendanceExport } from './summary.ts'
import { ensureStandardTypes, leaveTypes, prepareTypes } from './types.ts'

export default defineServerModule({
  manifest,
  boardReads,
  routes: bookRoutes,
  entities: [...requestEntities, serveEntity(leaveTypeApi, leaveTypes), serveEntity(overtimeApi, overtimes)],
  imports: [balanceImport, historyImport],
  exports: [createEntityExport(leaveRecords), attendanceExport],
  events: [leaveApproved, leaveEnded],
  subscriptions: [onCalendarChanged, onMembershipBegan, onMembershipEnded, ...metricSubscriptions],
  jobs: [moveLeaveJob, prepareTypes, expireLots, remindTimeOff, remindOfMonths],
  newDistrictRows: [{ key: 'leave-types', create: ensureStandardTypes }],
  approvalSubjects: [leaveApproval, overtimeApproval],
  fileOwners: [leaveFileOwner],
  recordKinds: [leaveRecordKind],
  responsibilities: [deputyResponsibility],
  messageTemplates: [...leaveTemplates, ...bookTemplates],
  settings: [leaveSetting],
  orgContents: [leaveContents],
  personContents: [leaveOfPeople],
  demoRows: [demoLeave],
  metricChanges,
  metricLinks,
  metricCounts: leaveMetricCounts,
  metricDimLabels: leaveDimLabels,
  statistics: [leaveStatistics],
})
