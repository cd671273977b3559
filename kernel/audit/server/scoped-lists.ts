import { newId } from '#packages/core'
import { defineScopedLists, type ScopedRow } from '#packages/testing'
import { signInRecords } from './sign-in-records.ts'

const firstPage = { keyword: '', orgId: null, pageNumber: 1, pageSize: 200 }

/** One sign-in for each organisation of the district, and one without an organisation. */
export default defineScopedLists<ScopedRow>({
  async rows(sql, district) {
    const orgs = await sql<{ orgId: string | null; orgPath: string }>(
      `select id as "orgId", path::text as "orgPath" from tenant.organisation where district_id = $1 and deleted_at is null`,
      [district],
    )
    const rows = [...orgs, { orgId: null, orgPath: '' }].map(({ orgId, orgPath }) => ({
      id: newId(),
      orgPath,
      ...(orgId ? { orgId } : {}),
    }))
    for (const { id, orgId } of rows)
      await sql(
        `insert into tenant.login_log (district_id, at, id, account_id, org_id, sign_in_method, outcome, address, agent, request_id)
         values ($1, now(), $2, $2, $3, 'password', 'entered', '', '', $2)`,
        [district, id, orgId ?? null],
      )
    return rows
  },
  lists: {
    'sign-in-record': {
      ids: async (db, scope) => (await signInRecords.rows.listPage(db, scope, firstPage)).items.map(({ id }) => id),
    },
  },
})
