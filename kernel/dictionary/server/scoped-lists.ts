import { defineScopedLists, filterSeen } from '#packages/testing'
import { findOrg } from './constant-type-queries.ts'

interface Row {
  id: string
  orgId: string
  orgPath: string
  departmentId: string
  departmentPath: string
}

export default defineScopedLists<Row>({
  // The scope check is on the requested organisation.
  rows: (sql, district) =>
    sql<Row>(
      `select id, id as "orgId", path::text as "orgPath", id as "departmentId", path::text as "departmentPath"
       from tenant.organisation where district_id = $1 and deleted_at is null`,
      [district],
    ),
  lists: {
    findOrg: {
      ids: (db, scope, rows) => filterSeen(rows, ({ id }) => findOrg(db, scope, id)),
    },
  },
})
