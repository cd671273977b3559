import { defineServerModule } from '#packages/http'
import { offerOwner } from '#kernel/files/server/api.ts'
import { offerContents } from '#kernel/org/server/api.ts'
import { manifest } from '../manifest.ts'
import { countTickets, moveTickets } from './ticket-queries.ts'
import { supportRoutes } from './routes.ts'
import { canReadTicket, ticketOwnerKind } from './tickets.ts'

export default defineServerModule({
  manifest,
  routes: supportRoutes,
  start: () => {
    offerOwner({ kind: ticketOwnerKind, canRead: canReadTicket, isInternal: true })
    // Tickets of a merged organisation move to its successor.
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
