import { defineServerModule } from '#packages/http'
import { manifest } from '../manifest.ts'
import { lessonChangeRoutes } from './routes.ts'

export default defineServerModule({
  manifest,
  routes: lessonChangeRoutes,
})
