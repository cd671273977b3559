import { defineServerModule } from '#packages/http'
import { manifest } from '../manifest.ts'
import { settingRoutes } from './routes.ts'

export default defineServerModule({ manifest, routes: settingRoutes })
