import { defineServerModule } from '#packages/http'
import { coverContents } from '#engines/cover/server/api.ts'
import { manifest } from '../manifest.ts'
import { coverApproval } from './approval.ts'
import { creditParts } from './credit-routes.ts'
import { demoCovers } from './demo-rows.ts'
import { coverOffice } from './office.ts'
import { recordParts } from './records.ts'
import { metricLinks } from './metric-links.ts'
import { openExceptions } from './open-exceptions.ts'
import { metricChanges, metricSubscriptions } from './recount-metrics.ts'
import { coverResponsibility } from './responsibilities.ts'
import { lessonChangeRoutes } from './routes.ts'
import { statisticsParts } from './statistics.ts'

export default defineServerModule({
  manifest,
  routes: lessonChangeRoutes,
  entities: recordParts.entities,
  exports: [...recordParts.exports, ...creditParts.exports],
  recordKinds: recordParts.recordKinds,
  approvalSubjects: [coverApproval],
  coverOffice: [coverOffice],
  orgContents: [coverContents],
  responsibilities: [coverResponsibility],
  demoRows: [demoCovers],
  subscriptions: metricSubscriptions,
  metricChanges,
  metricLinks,
  openExceptions,
  metricCounts: statisticsParts.metricCounts,
  metricDimLabels: statisticsParts.metricDimLabels,
  statistics: statisticsParts.statistics,
})
