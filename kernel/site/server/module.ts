import { defineServerModule } from '#packages/http'
import { manifest } from '../manifest.ts'
import { configureSite } from './site-info.ts'
import { siteRoutes } from './routes.ts'

export default defineServerModule({ manifest, routes: siteRoutes, start: ({ env }) => configureSite(env) })
