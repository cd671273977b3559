import { countMetrics, serveEntity } from '#packages/crud'
import { defineServerModule } from '#packages/http'
import { createFileOwner } from '#kernel/files/server/api.ts'
import { keepWithOrganisation } from '#kernel/org/server/api.ts'
import { supportApi } from '../contract.ts'
import { manifest } from '../manifest.ts'
import { demoTickets } from './demo-rows.ts'
import { answerTicket, createTicket, tickets, withdrawTicket } from './tickets.ts'
import { countTicketsOfDay, listTicketDays } from './ticket-queries.ts'
import { newTicketNotification, ticketAnsweredNotification } from './ticket-notifications.ts'

export default defineServerModule({
  manifest,
  entities: [
    serveEntity(supportApi, { ...tickets, create: createTicket, answer: answerTicket, withdraw: withdrawTicket }),
  ],
  demoRows: [demoTickets],
  fileOwners: [createFileOwner(tickets)],
  orgContents: [keepWithOrganisation('support', [tickets])],
  metricCounts: countMetrics(manifest, {
    'support.asked': async ({ db }, { orgId, day }) => [{ value: (await countTicketsOfDay(db, orgId, day)).asked }],
    'support.open': async ({ db }, { orgId, day }) => [{ value: (await countTicketsOfDay(db, orgId, day)).open }],
    'support.answered-within-a-day': async ({ db }, { orgId, day }) => {
      const { answeredWithinADay, asked } = await countTicketsOfDay(db, orgId, day)
      return [{ value: answeredWithinADay, of: asked }]
    },
  }),
  metricChanges: [
    {
      key: 'support',
      codes: Object.keys(manifest.metrics!),
      listChanged: ({ db }, since) => listTicketDays(db, since),
    },
  ],
  messageTemplates: [newTicketNotification, ticketAnsweredNotification],
})
