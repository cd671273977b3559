import { serveEntity } from '#packages/crud'
import { defineServerModule } from '#packages/http'
import { contactGroupApi } from '../contract.ts'
import { manifest } from '../manifest.ts'
import { contactsRoutes } from './routes.ts'
import { contactGroups } from './service/favourites-and-groups.ts'
import { defaultScopeSetting } from './service/phone-visibility.ts'

export default defineServerModule({
  manifest,
  routes: contactsRoutes,
  entities: [serveEntity(contactGroupApi, contactGroups)],
  settings: [defaultScopeSetting],
})
