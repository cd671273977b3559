import './built-in-constants.ts'
import './built-in-office-constants.ts'
import { defineServerModule } from '#packages/http'
import { manifest } from '../manifest.ts'
import { constantRoutes } from './routes.ts'
import { constantExport } from './sheet/constant-export.ts'
import { constantImport } from './sheet/constant-import.ts'

export default defineServerModule({
  manifest,
  routes: constantRoutes,
  imports: [constantImport],
  exports: [constantExport],
})
