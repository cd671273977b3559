import { defineServerModule } from '#packages/http'
import { manifest } from '../manifest.ts'
import { configureSources } from './connect-source.ts'
import { sourceRoutes } from './routes.ts'

export default defineServerModule({
  manifest,
  routes: sourceRoutes,
  start: ({ env }) => configureSources(env),
})
