import { defineServerModule } from '#packages/http'
import { manifest } from '../manifest.ts'
import { configureSources } from './reaching.ts'
import { sourceRoutes } from './routes.ts'

export { saveSource } from './service.ts'
export default defineServerModule({
  manifest,
  routes: sourceRoutes,
  start: ({ env }) => configureSources(env),
})
