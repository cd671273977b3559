import { defineServerModule } from '#packages/http'
import { manifest } from '../manifest.ts'
import { countTickets, moveTickets } from './ticket-queries.ts'
import { demoTickets } from './demo-rows.ts'
import { supportRoutes } from './routes.ts'
import { canReadTicket, ticketOwnerKind } from './tickets.ts'
import { newTicketNotification, ticketAnsweredNotification } from './ticket-notifications.ts'

export default defineServerModule({
  manifest,
  routes: supportRoutes,
  demoRows: [demoTickets],
  fileOwners: [{ kind: ticketOwnerKind, canRead: canReadTicket, isInternal: true }],
  // Tickets of a merged organisation move to its successor.
  orgContents: [
    {
      key: 'support',
      title: '问题反馈',
      measure: '条',
      count: (ctx, orgIds) => countTickets(ctx.db, orgIds),
      relocate: async (ctx, { from, to, isWhole }) => {
        if (isWhole) await moveTickets(ctx.db, from.id, to.id)
      },
    },
  ],
  messageTemplates: [newTicketNotification, ticketAnsweredNotification],
})
