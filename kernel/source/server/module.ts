import { defineServerModule } from '#packages/http'
import { manifest } from '../manifest.ts'
import { readSourceNetwork } from './connect-source.ts'
import { demoDataSource } from './demo-rows.ts'
import { sourceRoutes } from './routes.ts'

export default defineServerModule({
  manifest,
  routes: sourceRoutes,
  demoRows: [demoDataSource],
  fromSettings: (env) => ({ sourceNetwork: [readSourceNetwork(env)] }),
})
