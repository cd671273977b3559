import { defineServerModule } from '#packages/http'
import { approvalDecided } from '../contract.ts'
import { manifest } from '../manifest.ts'
import { checkSubjects } from './definitions.ts'
import { copyTemplate, remindTemplate, resultTemplate, taskTemplate } from './flow-notifications.ts'
import { createFlowPartitions } from './jobs.ts'
import { flowContents } from './relocate-flows.ts'

export default defineServerModule({
  manifest,
  jobs: [createFlowPartitions],
  events: [approvalDecided],
  appChecks: [checkSubjects],
  orgContents: [flowContents],
  messageTemplates: [taskTemplate, resultTemplate, copyTemplate, remindTemplate],
})
