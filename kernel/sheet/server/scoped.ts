import { emptyId } from '#packages/core'
import { defineScopedLists } from '#packages/testing'
import { findExport, listExportPage } from './export-queries.ts'

interface Row {
  id: string
  orgId: string
  orgPath: string
}

/** A reader without own exports sees only what the approval permission covers. */
const reader = { personId: emptyId, openSince: new Date(0) }
const firstPage = { pageNumber: 1, pageSize: 200 }

export default defineScopedLists<Row>({
  rows: async (sql, district) => {
    // One waiting export at each organisation, inserted once even if this runs again.
    await sql(
      `insert into tenant.data_export (district_id, id, person_id, user_id, account_id, org_id, source, title, measure,
         is_of_people, filter, description, columns, column_titles, is_whole, request_hash, reason, count, needs_approval, state, requested_at)
       select o.district_id, o.id, p.id, p.id, p.id, o.id, 'staff', '教职工', '人', true, '', '', '{name}', '{姓名}', true,
         '', '', 1, true, 'waiting', now()
       from tenant.organisation o, (select id from tenant.person where district_id = $1 limit 1) p
       where o.district_id = $1 on conflict do nothing`,
      [district],
    )
    return sql<Row>(
      `select e.id, e.org_id as "orgId", o.path::text as "orgPath"
       from tenant.data_export e join tenant.organisation o on o.district_id = e.district_id and o.id = e.org_id
       where e.district_id = $1`,
      [district],
    )
  },
  lists: {
    listExportPage: {
      ids: async (db, scope) => {
        const ids = async (as: 'all' | 'decide') =>
          (await listExportPage(db, scope, reader, { as }, firstPage)).items.map(({ id }) => id)
        const [all, waiting] = [await ids('all'), await ids('decide')]
        // All exports are waiting, so both lists must be equal.
        return all.join() === waiting.join() ? all : []
      },
    },
    findExport: {
      ids: async (db, scope, rows) => {
        const seen: string[] = []
        for (const { id } of rows) if (await findExport(db, scope, reader, id)) seen.push(id)
        return seen
      },
    },
  },
})
