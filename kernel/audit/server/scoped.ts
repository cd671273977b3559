import { newId } from '#packages/core'
import { defineScopedLists, type ScopedRow } from '#packages/testing'
import { readSecurityEventPage } from './security-event-queries.ts'

const everything = { keyword: '', from: new Date(0), to: new Date('2100-01-01') }

/** A refusal in each organisation of the district. */
export default defineScopedLists<ScopedRow>({
  async rows(sql, district) {
    const orgs = await sql<{ orgId: string; orgPath: string }>(
      `select id as "orgId", path::text as "orgPath" from tenant.organisation where district_id = $1 and deleted_at is null`,
      [district],
    )
    const rows = orgs.map(({ orgId, orgPath }) => ({ id: newId(), orgId, orgPath }))
    for (const { id, orgId } of rows)
      await sql(
        `insert into tenant.security_event (district_id, at, id, kind, account_id, person_id, user_id, org_id, session_id,
           address, route, title, count, request_id)
         values ($1, now(), $2, 'forbidden', $2, $2, $2, $3, $2, '10.1.1.1', '/api/x', '', 1, $2)`,
        [district, id, orgId],
      )
    return rows
  },
  lists: {
    readSecurityEventPage: {
      ids: async (db, scope) =>
        (await readSecurityEventPage(db, scope, everything, { pageNumber: 1, pageSize: 200 })).items.map(
          ({ id }) => id,
        ),
    },
  },
})
