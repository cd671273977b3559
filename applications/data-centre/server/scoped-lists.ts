import { defineScopedLists } from '#packages/testing'
import { listStatOrgs } from './queries.ts'

export default defineScopedLists<{ id: string; orgId: string; orgPath: string }>({
  rows: (sql, district) =>
    sql(
      `select id, id as "orgId", path::text as "orgPath" from tenant.organisation
       where district_id = $1 and deleted_at is null and type <> 'department'`,
      [district],
    ),
  lists: { listStatOrgs: { ids: async (db, scope) => (await listStatOrgs(db, scope)).map(({ id }) => id) } },
})
