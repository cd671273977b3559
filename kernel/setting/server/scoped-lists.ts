import { defineScopedLists, filterSeen } from '#packages/testing'
import { findOrg, listSchoolsInScope } from './setting-queries.ts'

interface Row {
  id: string
  orgId: string
  orgPath: string
  departmentId: string
  departmentPath: string
  type: string
}

export default defineScopedLists<Row>({
  // A department is in scope as an organisation and by its department path.
  rows: (sql, district) =>
    sql<Row>(
      `select id, id as "orgId", path::text as "orgPath", id as "departmentId", path::text as "departmentPath", type
       from tenant.organisation where district_id = $1 and deleted_at is null`,
      [district],
    ),
  lists: {
    findOrg: {
      ids: (db, scope, rows) => filterSeen(rows, ({ id }) => findOrg(db, scope, id)),
    },
    listSchoolsInScope: {
      ids: async (db, scope) => (await listSchoolsInScope(db, scope, 1_000)).map(({ id }) => id),
      only: ({ type }) => ['school', 'kindergarten', 'other-school'].includes(type),
    },
  },
})
