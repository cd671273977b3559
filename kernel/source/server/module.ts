import { serveEntity } from '#packages/crud'
import { defineServerModule } from '#packages/http'
import { dataSourceApi } from '../contract.ts'
import { manifest } from '../manifest.ts'
import { readSourceNetwork } from './connect-source.ts'
import { dataSources } from './data-sources.ts'
import { demoDataSource } from './demo-rows.ts'
import { sourceRoutes } from './routes.ts'

export default defineServerModule({
  manifest,
  routes: sourceRoutes,
  entities: [serveEntity(dataSourceApi, dataSources)],
  demoRows: [demoDataSource],
  fromSettings: (env) => ({ sourceNetwork: [readSourceNetwork(env)] }),
})
