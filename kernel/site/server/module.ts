import { defineServerModule } from '#packages/http'
import { manifest } from '../manifest.ts'
import { readSiteInfo } from './site-info.ts'
import { siteRoutes } from './routes.ts'

export default defineServerModule({
  manifest,
  routes: siteRoutes,
  fromSettings: (env) => ({ siteInfo: [readSiteInfo(env)] }),
})
