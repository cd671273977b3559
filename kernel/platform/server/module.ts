import { defineServerModule } from '#packages/http'
import { manifest } from '../manifest.ts'
import { mountPlatformRoutes } from './routes.ts'

export default defineServerModule({ manifest, routes: mountPlatformRoutes })
