import { defineServerModule } from '#packages/http'
import { offerOwner } from '#kernel/files/server'
import { offerContents } from '#kernel/org/server'
import { manifest } from '../manifest.ts'
import { countTickets, moveTickets } from './queries.ts'
import { supportRoutes } from './routes.ts'
import { canRead, ownerKind } from './service.ts'

export { seedQuestions } from './seed.ts'
export default defineServerModule({
  manifest,
  routes: supportRoutes,
  start: () => {
    offerOwner({ kind: ownerKind, canRead, isInternal: true })
    // What was asked of an organisation is answered by the one that it became a part of.
    offerContents({
      key: 'support',
      title: '问题反馈',
      measure: '条',
      count: (ctx, orgIds) => countTickets(ctx.db, orgIds),
      relocate: async (ctx, { from, to, isWhole }) => {
        if (isWhole) await moveTickets(ctx.db, from.id, to.id)
      },
    })
  },
})
