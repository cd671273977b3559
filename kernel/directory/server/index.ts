import { defineServerModule } from '#packages/http'
import { manifest } from '../manifest.ts'
import { directoryRoutes } from './routes.ts'

export { offerPupilProfiles } from './pupils.ts'
export default defineServerModule({ manifest, routes: directoryRoutes })
