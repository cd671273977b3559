import { defineServerModule } from '#packages/http'
import { manifest } from '../manifest.ts'
import { coverApproval } from './approval.ts'
import { coverOffice } from './office.ts'
import { lessonChangeRoutes } from './routes.ts'

export default defineServerModule({
  manifest,
  routes: lessonChangeRoutes,
  approvalSubjects: [coverApproval],
  coverOffice: [coverOffice],
})
