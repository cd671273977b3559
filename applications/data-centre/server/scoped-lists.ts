import { defineScopedLists, type ScopedRow } from '#packages/testing'
import { listStatOrgs } from './queries.ts'

interface OrgRow extends ScopedRow {
  type: string
}

export default defineScopedLists<OrgRow>({
  rows: (sql, district) =>
    sql<OrgRow>(
      `select id, type, id as "orgId", path::text as "orgPath" from tenant.organisation
       where district_id = $1 and deleted_at is null`,
      [district],
    ),
  lists: {
    listStatOrgs: {
      ids: async (db, scope) => (await listStatOrgs(db, scope)).map(({ id }) => id),
      only: ({ type }) => type !== 'department',
    },
  },
})
