import { defineScopedLists, filterSeen, type ScopedRow } from '#packages/testing'
import { appUsages } from './app-data.ts'
import { countAppUsers, countOpens, listUsedAppKeys, sumUsage, sumUsageRows } from './app-data-queries.ts'

interface UsageRow extends ScopedRow {
  orgId: string
  appKey: string
  day: string
}

const firstPage = { keyword: '', orgId: null, pageNumber: 1, pageSize: 200 }
const always = { from: '2000-01-01', to: '2100-01-01' }

/** One application and one day for each organisation of the district. */
export default defineScopedLists<UsageRow>({
  async rows(sql, district) {
    const orgs = await sql<{ orgId: string; orgPath: string }>(
      `select id as "orgId", path::text as "orgPath" from tenant.organisation where district_id = $1 and deleted_at is null`,
      [district],
    )
    const rows = orgs.map((org, at) => ({
      ...org,
      id: org.orgId,
      appKey: `scope-${org.orgId}`,
      day: `2026-10-${String(at + 1).padStart(2, '0')}`,
    }))
    for (const { id, orgId, appKey, day } of rows) {
      await sql(
        `insert into tenant.app_usage_day (district_id, id, org_id, app_key, day, opens, users, hours)
         values ($1, $2, $3, $4, $5, 1, 1, array_fill(0, array[24])) on conflict do nothing`,
        [district, id, orgId, appKey, day],
      )
      await sql(
        `insert into tenant.app_user (district_id, org_id, app_key, user_id, used_on) values ($1, $2, $3, $2, $4)
         on conflict do nothing`,
        [district, orgId, appKey, day],
      )
    }
    return rows
  },
  lists: {
    'app-usage': {
      ids: async (db, scope) => (await appUsages.rows.listPage(db, scope, firstPage)).items.map(({ id }) => id),
    },
    sumUsage: {
      ids: async (db, scope) => (await sumUsage(db, scope, always)).flatMap(({ orgId }) => orgId ?? []),
    },
    countOpens: {
      ids: (db, scope, rows) => filterSeen(rows, ({ day }) => countOpens(db, scope, { from: day, to: day })),
    },
    countAppUsers: {
      ids: (db, scope, rows) => filterSeen(rows, ({ appKey }) => countAppUsers(db, scope, { appKey })),
    },
    sumUsageRows: {
      ids: (db, scope, rows) =>
        filterSeen(rows, async ({ appKey }) => (await sumUsageRows(db, scope, { appKey })).opens),
    },
    listUsedAppKeys: {
      ids: async (db, scope, rows) => {
        const keys = new Set(await listUsedAppKeys(db, scope))
        return rows.filter(({ appKey }) => keys.has(appKey)).map(({ id }) => id)
      },
    },
  },
})
