import { defineServerModule } from '#packages/http'
import { manifest } from '../manifest.ts'
import { recountOrganisations } from './jobs.ts'
import { staffRoutes } from './routes.ts'

export { recount } from './jobs.ts'
export { addMembership, findPlace, placesOfPerson, type Place } from './service.ts'
export default defineServerModule({ manifest, routes: staffRoutes, jobs: [recountOrganisations] })
