import { defineServerModule } from '#packages/http'
import { manifest } from '../manifest.ts'
import { demoAppData } from './demo-rows.ts'
import { issueContents } from './issues.ts'
import { missingTemplate } from './missing-orgs.ts'
import { appDataRoutes } from './routes.ts'

export default defineServerModule({
  manifest,
  routes: appDataRoutes,
  messageTemplates: [missingTemplate],
  orgContents: [issueContents],
  demoRows: [demoAppData],
})
