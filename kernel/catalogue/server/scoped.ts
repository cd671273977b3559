import { defineScopedLists } from '#packages/testing'
import { listAllOrgNodes, listOrgNodes } from './grant-queries.ts'
import { grantLists, grantRows, type GrantScopedRow } from './grant-scoped.ts'
import { findAccessRequest, listAccessRequestPage } from './access-request-queries.ts'
import { findAppRequest, listAppRequestPage } from './app-request-queries.ts'

interface OwnRow {
  id: string
  kind: 'org' | 'department' | 'request' | 'access'
  orgId: string
  orgPath: string
}
type Row = OwnRow | GrantScopedRow

const page = { pageNumber: 1, pageSize: 200 }
const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)
const ofKind =
  (kind: Row['kind']) =>
  (row: Row): boolean =>
    row.kind === kind

export default defineScopedLists<Row>({
  rows: async (sql, district) => {
    // One request per organisation, inserted once even if this runs again.
    await sql(
      `insert into tenant.app_request (district_id, id, app_key, org_id, requested_by, requested_at, reason, status)
       select district_id, gen_random_uuid(), 'scoped', id, gen_random_uuid(), now(), '想用', 'waiting'
       from tenant.organisation where district_id = $1 and deleted_at is null
       on conflict (district_id, org_id, app_key) where status = 'waiting' do nothing`,
      [district],
    )
    await sql(
      `insert into tenant.access_request
         (district_id, id, org_id, user_id, requested_by, kind, target, requested_at, reason, status)
       select district_id, gen_random_uuid(), id, id, gen_random_uuid(), 'application', 'scoped', now(), '想用', 'waiting'
       from tenant.organisation where district_id = $1 and deleted_at is null
       on conflict (district_id, user_id, kind, target) where status = 'waiting' do nothing`,
      [district],
    )
    const own = await sql<OwnRow>(
      `select o.id, case o.type when 'department' then 'department' else 'org' end as kind,
         o.id as "orgId", o.path::text as "orgPath"
       from tenant.organisation o where o.district_id = $1 and o.deleted_at is null
       union all
       select r.id, 'request', r.org_id, o.path::text
       from tenant.app_request r
       join tenant.organisation o on o.district_id = r.district_id and o.id = r.org_id and o.deleted_at is null
       where r.district_id = $1
       union all
       select r.id, 'access', r.org_id, o.path::text
       from tenant.access_request r
       join tenant.organisation o on o.district_id = r.district_id and o.id = r.org_id and o.deleted_at is null
       where r.district_id = $1`,
      [district],
    )
    return [...own, ...(await grantRows(sql, district))]
  },
  lists: {
    ...grantLists,
    listAppRequestPage: {
      ids: async (db, scope) => idsOf((await listAppRequestPage(db, scope, { status: '' }, page)).items),
      only: ofKind('request'),
    },
    findAppRequest: {
      ids: async (db, scope, rows) => {
        const seen: string[] = []
        for (const { id } of rows.filter(ofKind('request'))) if (await findAppRequest(db, scope, id)) seen.push(id)
        return seen
      },
      only: ofKind('request'),
    },
    listAccessRequestPage: {
      ids: async (db, scope) => idsOf((await listAccessRequestPage(db, scope, { status: '' }, page)).items),
      only: ofKind('access'),
    },
    findAccessRequest: {
      ids: async (db, scope, rows) => {
        const seen: string[] = []
        for (const { id } of rows.filter(ofKind('access'))) if (await findAccessRequest(db, scope, id)) seen.push(id)
        return seen
      },
      only: ofKind('access'),
    },
    listOrgNodes: {
      ids: async (db, scope, rows) => idsOf(await listOrgNodes(db, scope, idsOf(rows))),
      only: ofKind('org'),
    },
    listAllOrgNodes: { ids: async (db, scope) => idsOf(await listAllOrgNodes(db, scope)), only: ofKind('org') },
  },
})
