import { defineScopedLists } from '#packages/testing'
import { findTicket, readTicketPage } from './ticket-queries.ts'

interface Row {
  id: string
  orgId: string
  orgPath: string
  ownerId: string
}

const firstPage = { pageNumber: 1, pageSize: 200 }

export default defineScopedLists<Row>({
  rows: async (sql, district) => {
    // One ticket for each organisation. Repeatable.
    await sql(
      `insert into tenant.support_ticket (district_id, id, org_id, requester_id, person_id, title, text, page, created_at)
       select o.district_id, o.id, o.id, p.id, p.id, '打印机', '', '', now()
       from tenant.organisation o, (select id from tenant.person where district_id = $1 limit 1) p
       where o.district_id = $1 on conflict do nothing`,
      [district],
    )
    return sql<Row>(
      `select t.id, t.org_id as "orgId", o.path::text as "orgPath", t.requester_id as "ownerId"
       from tenant.support_ticket t join tenant.organisation o on o.district_id = t.district_id and o.id = t.org_id
       where t.district_id = $1`,
      [district],
    )
  },
  lists: {
    readTicketPage: {
      ids: async (db, scope) => (await readTicketPage(db, scope, { keyword: '' }, firstPage)).items.map(({ id }) => id),
    },
    findTicket: {
      ids: async (db, scope, rows) => {
        const seen: string[] = []
        for (const { id } of rows) if (await findTicket(db, scope, id)) seen.push(id)
        return seen
      },
    },
  },
})
