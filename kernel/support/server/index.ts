import { defineServerModule } from '#packages/http'
import { offerOwner } from '#kernel/files/server'
import { manifest } from '../manifest.ts'
import { supportRoutes } from './routes.ts'
import { canRead, ownerKind } from './service.ts'

export { seedQuestions } from './seed.ts'
export default defineServerModule({
  manifest,
  routes: supportRoutes,
  start: () => offerOwner({ kind: ownerKind, canRead, isInternal: true }),
})
