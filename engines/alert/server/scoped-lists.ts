import { defineScopedLists } from '#packages/testing'
import { listAlertsInScope } from './alert-queries.ts'

interface Row {
  id: string
  orgId: string
  orgPath: string
}

export default defineScopedLists<Row>({
  rows: async (sql, district) => {
    await sql(
      `insert into tenant.alert (district_id, id, org_id, code, key, level, subject_kind, subject_id, state, ladder_at,
         opened_at)
       select o.district_id, gen_random_uuid(), o.id, 'scope.test', o.id::text, 'notice', 'organisation', o.id, 'open',
         now(), now()
       from tenant.organisation o where o.district_id = $1
         and not exists (select from tenant.alert a where a.code = 'scope.test' and a.subject_id = o.id)`,
      [district],
    )
    return sql<Row>(
      `select a.id, a.org_id as "orgId", o.path::text as "orgPath"
       from tenant.alert a join tenant.organisation o on o.id = a.org_id where a.district_id = $1`,
      [district],
    )
  },
  lists: {
    listAlertsInScope: {
      ids: async (db, scope) => (await listAlertsInScope(db, scope, { limit: 100_000 })).map(({ id }) => id),
    },
  },
})
