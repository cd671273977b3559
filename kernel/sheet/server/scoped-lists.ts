import { defineScopedLists, filterSeen } from '#packages/testing'
import { dataExports } from './service/exports.ts'

interface Row {
  id: string
  orgId: string
  orgPath: string
}

const firstPage = { keyword: '', orgId: null, pageNumber: 1, pageSize: 200 }

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
    'data-export': {
      ids: async (db, scope, rows) => {
        const listed = (await dataExports.rows.listPage(db, scope, firstPage)).items.map(({ id }) => id)
        const found = await filterSeen(rows, ({ id }) => dataExports.rows.find(db, scope, id))
        // The list and the single row must be equal.
        return listed.toSorted().join() === found.toSorted().join() ? listed : []
      },
    },
  },
})
