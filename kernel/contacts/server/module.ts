import { defineServerModule } from '#packages/http'
import { manifest } from '../manifest.ts'
import { contactsRoutes } from './routes.ts'
import { defaultScopeSetting } from './service/phone-visibility.ts'

export default defineServerModule({
  manifest,
  routes: contactsRoutes,
  settings: [defaultScopeSetting],
})
