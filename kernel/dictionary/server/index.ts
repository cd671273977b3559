import { defineServerModule } from '#packages/http'
import { manifest } from '../manifest.ts'
import { constantRoutes } from './routes.ts'
import { constantList } from './sheet/source.ts'
import { constantTarget } from './sheet/target.ts'
import './shipped.ts'
import './shipped-office.ts'

export { defineConstants, offerConstantUse, type CountUses } from './registry.ts'
export { constantsOf } from './service/reading.ts'
export default defineServerModule({
  manifest,
  routes: constantRoutes,
  imports: [constantTarget],
  exports: [constantList],
})
