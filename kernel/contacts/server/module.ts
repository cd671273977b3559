import { defineServerModule } from '#packages/http'
import { manifest } from '../manifest.ts'
import { contactsRoutes } from './routes.ts'

export default defineServerModule({ manifest, routes: contactsRoutes })
