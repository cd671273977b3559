import { defineServerModule } from '#packages/http'
import { manifest } from '../manifest.ts'
import { boardReads } from './board-reads.ts'
import { confirmHostJob } from './jobs.ts'
import { loggedOrganisations } from './logged-objects.ts'
import { organisationInterface } from './open-interface.ts'
import { orgRoutes } from './routes.ts'
import { organisationExport } from './sheet/organisation-export.ts'
import { organisationImport } from './sheet/organisation-import.ts'

export default defineServerModule({
  manifest,
  boardReads,
  routes: orgRoutes,
  jobs: [confirmHostJob],
  imports: [organisationImport],
  loggedObjects: [loggedOrganisations],
  exports: [organisationExport],
  openInterfaces: [organisationInterface],
})
