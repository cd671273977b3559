import { defineServerModule } from '#packages/http'
import { manifest } from '../manifest.ts'
import { coverApproval } from './approval.ts'
import { coverOffice } from './office.ts'
import { officeRoutes } from './office-routes.ts'

export default defineServerModule({
  manifest,
  routes: officeRoutes,
  approvalSubjects: [coverApproval],
  coverOffice: [coverOffice],
})
