import { defineServerModule } from '#packages/http'
import { manifest } from '../manifest.ts'
import { builtInConstants } from './built-in-constants.ts'
import { builtInOfficeConstants } from './built-in-office-constants.ts'
import { constantRoutes } from './routes.ts'
import { constantExport } from './sheet/constant-export.ts'
import { constantImport } from './sheet/constant-import.ts'
import { ownConstantsSetting } from './settings.ts'

export default defineServerModule({
  manifest,
  routes: constantRoutes,
  constants: [...builtInConstants, ...builtInOfficeConstants],
  settings: [ownConstantsSetting],
  imports: [constantImport],
  exports: [constantExport],
})
