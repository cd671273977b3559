import type { Page } from '#packages/contract'
import { call } from '#packages/web/core/call.ts'
import { parseDateRange } from '#packages/web/core/format/date-range.ts'
import type { QueryDefinition } from '#packages/web/core/query-client.ts'
import type { ListQuery, Targets } from '#packages/web/desk/list/list-spec.ts'
import { supportApi, type Ticket, type TicketDetail, type TicketForm, type TicketStatus } from '../contract.ts'

export const supportKey = ['support'] as const

export const ticketPage = ({ filter, pageNumber, pageSize }: ListQuery): QueryDefinition<Page<Ticket>> => ({
  queryKey: [...supportKey, 'page', filter, pageNumber, pageSize],
  queryFn: ({ signal }) =>
    call(supportApi.list, {
      query: {
        box: filter['box'] as 'mine' | 'others' | undefined,
        status: filter['status'] as TicketStatus | undefined,
        keyword: filter['keyword'] ?? '',
        ...parseDateRange(filter['days']),
        pageNumber,
        pageSize,
      },
      signal,
    }),
})

export const ticketDetail = (id: string): QueryDefinition<TicketDetail> => ({
  queryKey: [...supportKey, 'detail', id],
  queryFn: ({ signal }) => call(supportApi.detail, { query: { id }, signal }),
})

export const createTicket = (form: TicketForm) => call(supportApi.ask, { body: form })
export const answerTicket = (id: string, text: string) => call(supportApi.answer, { body: { id, text } })

/** One by one: the route takes one id, and users withdraw few tickets. */
export async function withdrawTickets(targets: Targets) {
  if (!('ids' in targets)) throw new Error('only what was ticked can be taken back')
  for (const id of targets.ids) await call(supportApi.withdraw, { body: { id } })
}
