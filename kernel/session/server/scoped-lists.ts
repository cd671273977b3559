import { districtId } from '#packages/core'
import { defineScopedLists, writeSession, type ScopedRow } from '#packages/testing'
import { onlineSessions } from './online-sessions.ts'

const firstPage = { keyword: '', orgId: null, pageNumber: 1, pageSize: 200 }

/** One session in each organisation of the district. */
export default defineScopedLists<ScopedRow>({
  async rows(sql, district) {
    const orgs = await sql<{ id: string }>(
      'select id from tenant.organisation where district_id = $1 and deleted_at is null',
      [district],
    )
    for (const { id } of orgs)
      await writeSession({ sql }, { kind: 'staff', districtId: districtId(district), orgId: id })
    return sql<{ id: string; orgId: string; orgPath: string }>(
      `select s.id, s.org_id as "orgId", o.path::text as "orgPath" from tenant.v_online_session s
       join tenant.organisation o on o.district_id = s.district_id and o.id = s.org_id where s.district_id = $1`,
      [district],
    )
  },
  lists: {
    'online-session': {
      ids: async (db, scope) => (await onlineSessions.rows.listPage(db, scope, firstPage)).items.map(({ id }) => id),
    },
  },
})
