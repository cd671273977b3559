import { defineServerModule } from '#packages/http'
import { approvalDecided, approvalStuck } from '../contract.ts'
import { manifest } from '../manifest.ts'
import { checkSubjects } from './definitions.ts'
import {
  copyTemplate,
  dueSoonTemplate,
  escalatedTemplate,
  leaverResultTemplate,
  movedTemplate,
  overdueTemplate,
  remindTemplate,
  resultTemplate,
  stuckTemplate,
  taskTemplate,
} from './flow-notifications.ts'
import { checkDeadlinesJob, joinApproversJob } from './jobs.ts'
import { delegationEndTemplate, delegationTemplate } from './delegations.ts'
import { signatureOwner } from './personal-settings.ts'
import { flowContents } from './relocate-flows.ts'
import { approvalResponsibilities } from './responsibilities.ts'
import { approvalRoutes } from './routes.ts'

export default defineServerModule({
  manifest,
  routes: approvalRoutes,
  jobs: [checkDeadlinesJob, joinApproversJob],
  events: [approvalDecided, approvalStuck],
  appChecks: [checkSubjects],
  orgContents: [flowContents],
  fileOwners: [signatureOwner],
  responsibilities: [...approvalResponsibilities],
  messageTemplates: [
    taskTemplate,
    resultTemplate,
    leaverResultTemplate,
    movedTemplate,
    copyTemplate,
    remindTemplate,
    overdueTemplate,
    dueSoonTemplate,
    escalatedTemplate,
    stuckTemplate,
    delegationTemplate,
    delegationEndTemplate,
  ],
})
