import { defineServerModule } from '#packages/http'
import { manifest } from '../manifest.ts'
import { figureDayExport } from './day-export.ts'
import { demoAppData } from './demo-rows.ts'
import { issueContents } from './issues.ts'
import { missingTemplate } from './missing-orgs.ts'
import { appDataRoutes } from './routes.ts'

export default defineServerModule({
  manifest,
  routes: appDataRoutes,
  exports: [figureDayExport],
  messageTemplates: [missingTemplate],
  orgContents: [issueContents],
  demoRows: [demoAppData],
})
