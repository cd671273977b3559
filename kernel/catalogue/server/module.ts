import { serveEntity } from '#packages/crud'
import { defineServerModule } from '#packages/http'
import { accessRequestApi, appRequestApi } from '../contract.ts'
import { manifest } from '../manifest.ts'
import { boardReads } from './board-reads.ts'
import { expiringGrantJob } from './grant-jobs.ts'
import { listAllApplications } from './application-list.ts'
import { publishKeysJob } from './application-keys.ts'
import { secretJob } from './secret-jobs.ts'
import { demoApplicationUse } from './demo-use.ts'
import { demoApplicationRows, demoApplicationRequests, demoHandedOnApprovals } from './demo-rows.ts'
import { loggedGrants } from './logged-objects.ts'
import { findOpenApplications } from './open-applications.ts'
import { auditorResponsibility } from './responsibilities.ts'
import { catalogueRoutes } from './routes.ts'
import { canReadLogo, logoOwner } from './service/applications/application-logo.ts'
import { applicationApproval } from './service/applications/application-approval.ts'
import { applicationContents } from './service/applications/relocate-applications.ts'
import { closedApplicationGuard, listClosedApplicationUrls } from './service/centre/closed-applications.ts'
import { listAppNames } from './service/centre/viewer-applications.ts'
import { administratorAppointments } from './service/grants/administrator-permissions.ts'
import { expiringGrantTemplate } from './service/grants/notify-expiring-grants.ts'
import { accessRequests } from './service/access-requests/access-requests.ts'
import { accessGranters } from './service/access-requests/access-deciders.ts'
import { accessRequestApproval } from './service/access-requests/access-request-approval.ts'
import { decideAccessRequest, getAccessChoices } from './service/access-requests/approve-access-request.ts'
import { secretChangedTemplate, secretNeglectedTemplate } from './service/applications/secret-notifications.ts'
import { applicationDecisionTemplate } from './service/applications/application-notifications.ts'
import { appRequestApproval, appRequests, decideAppRequest } from './service/centre/app-requests.ts'

export default defineServerModule({
  manifest,
  boardReads,
  routes: catalogueRoutes,
  entities: [
    serveEntity(appRequestApi, { ...appRequests, decide: decideAppRequest }),
    serveEntity(accessRequestApi, { ...accessRequests, choices: getAccessChoices, decide: decideAccessRequest }),
  ],
  approvalSubjects: [accessRequestApproval, applicationApproval, appRequestApproval],
  approverKinds: [accessGranters],
  demoRows: [demoApplicationRows, demoApplicationUse, demoApplicationRequests, demoHandedOnApprovals],
  loggedObjects: [loggedGrants],
  jobs: [expiringGrantJob, publishKeysJob, secretJob],
  applicationNames: [listAppNames],
  openApplications: [findOpenApplications],
  callerNames: [async (ctx) => new Map((await listAllApplications(ctx)).map(({ key, name }) => [key, name]))],
  routeGuards: [closedApplicationGuard],
  closedApplications: [listClosedApplicationUrls],
  appointments: [administratorAppointments],
  orgContents: [applicationContents],
  responsibilities: [auditorResponsibility],
  fileOwners: [{ kind: logoOwner, canRead: canReadLogo }],
  messageTemplates: [
    expiringGrantTemplate,
    applicationDecisionTemplate,
    secretChangedTemplate,
    secretNeglectedTemplate,
  ],
})
