import type { Db } from '#packages/db'
import { defineScopedLists, filterSeen } from '#packages/testing'
import { findIdentityChange, listIdentityPage, listIdentityTimeline } from './identity-log-queries.ts'
import { allTimes } from './log-period.ts'
import {
  findOperation,
  listArchivedOperations,
  listArchivedSignIns,
  listOperationPage,
  listRowsOfRequest,
} from './operation-queries.ts'
import { listLines } from './seal-queries.ts'
import { signInRecords } from './sign-in-records.ts'

interface Row {
  id: string
  kind: 'operation' | 'identity' | 'sign-in'
  orgId: string
  orgPath: string
  requestId: string
  personId: string
}

const firstPage = { pageNumber: 1, pageSize: 200 } as const
const ofKind =
  (kind: Row['kind']) =>
  (row: Row): boolean =>
    row.kind === kind
const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)
const archived = { ...allTimes, keyword: '', personIds: [], objectIds: [] }
/** The rows as an archive file has them. */
async function linesOf(db: Db, log: 'operation_log' | 'login_log', kind: Row['kind'], rows: readonly Row[]) {
  const ids = new Set(idsOf(rows.filter(ofKind(kind))))
  const lines = await listLines(db, log, allTimes.from, allTimes.to)
  return lines.filter((line) => ids.has((JSON.parse(line) as { id: string }).id))
}
const operations = { ...allTimes, result: 'done' } as const

export default defineScopedLists<Row>({
  rows: async (run, district) => {
    // One operation and one sign-in for each organisation, and in each unit one changed password of a person who works
    // there and one that was made there. Repeatable.
    await run(
      `insert into tenant.login_log (district_id, at, id, account_id, org_id, sign_in_method, outcome, address, agent, request_id)
       select district_id, date_trunc('month', now()), md5('sign-in' || id)::uuid, id, id, 'password', 'entered', '', '', id
       from tenant.organisation where district_id = $1 and deleted_at is null
       on conflict do nothing`,
      [district],
    )
    await run(
      `insert into tenant.operation_log
         (district_id, at, id, account_id, person_id, user_id, org_id, route, title, request_id)
       select district_id, date_trunc('month', now()), md5('operation' || id)::uuid, id, id, id, id, '/', '样例', md5('request' || id)::uuid
       from tenant.organisation where district_id = $1 and deleted_at is null
       on conflict do nothing`,
      [district],
    )
    await run(
      `insert into tenant.person (district_id, id, name, created_at, updated_at)
       select district_id, md5('person' || id)::uuid, '样例', now(), now()
       from tenant.organisation where district_id = $1 and type <> 'department' and deleted_at is null
       on conflict do nothing`,
      [district],
    )
    await run(
      `insert into tenant.membership (district_id, id, person_id, org_id, user_type, is_main, valid, created_at, updated_at)
       select district_id, md5('member' || id)::uuid, md5('person' || id)::uuid, id, 'teacher', false, daterange('2026-01-01', null), now(), now()
       from tenant.organisation where district_id = $1 and type <> 'department' and deleted_at is null
       on conflict do nothing`,
      [district],
    )
    // Everybody worked in another unit before; what was changed afterwards does not concern that one.
    await run(
      `insert into tenant.membership (district_id, id, person_id, org_id, user_type, is_main, valid, created_at, updated_at)
       select district_id, md5('former' || id)::uuid, md5('person' || id)::uuid, former_id, 'teacher', false, daterange('2020-01-01', '2021-01-01'), now(), now()
       from (select *, lag(id, 1, last) over (order by id) as former_id
         from (select *, (max(id::text) over ())::uuid as last from tenant.organisation
           where district_id = $1 and type <> 'department' and deleted_at is null) u) units
       on conflict do nothing`,
      [district],
    )
    await run(
      `insert into tenant.identity_log
         (district_id, at, id, account_id, person_id, org_id, kind, by_account_id, address, request_id)
       select district_id, date_trunc('month', now()), md5('identity' || found || id)::uuid, id,
         case found when 'by person' then md5('person' || id)::uuid else md5('nobody' || id)::uuid end,
         case found when 'by person' then md5('elsewhere')::uuid else id end, 'password-changed', id, '', id
       from tenant.organisation, unnest(array['by person', 'by organisation']) found
       where district_id = $1 and type <> 'department' and deleted_at is null
       on conflict do nothing`,
      [district],
    )
    return run<Row>(
      `select md5('operation' || o.id)::uuid as id, 'operation' as kind, o.id as "orgId", o.path::text as "orgPath",
         md5('request' || o.id)::uuid as "requestId", o.id as "personId"
       from tenant.organisation o where o.district_id = $1 and o.deleted_at is null
       union all
       select md5('sign-in' || o.id)::uuid, 'sign-in', o.id, o.path::text, o.id, o.id
       from tenant.organisation o where o.district_id = $1 and o.deleted_at is null
       union all
       select md5('identity' || found || o.id)::uuid, 'identity', o.id, o.path::text, o.id,
         md5(case found when 'by person' then 'person' else 'nobody' end || o.id)::uuid
       from tenant.organisation o, unnest(array['by person', 'by organisation']) found
       where o.district_id = $1 and o.type <> 'department' and o.deleted_at is null`,
      [district],
    )
  },
  lists: {
    'sign-in-record': {
      ids: async (db, scope, rows) => {
        const known = new Set(idsOf(rows))
        const { items } = await signInRecords.rows.listPage(db, scope, { keyword: '', orgId: null, ...firstPage })
        return idsOf(items).filter((id) => known.has(id))
      },
      only: ofKind('sign-in'),
    },
    listOperationPage: {
      ids: async (db, scope, rows) => {
        const known = new Set(idsOf(rows))
        const { items } = await listOperationPage(db, scope, { ...operations, titles: ['样例'] }, firstPage)
        return idsOf(items).filter((id) => known.has(id))
      },
      only: ofKind('operation'),
    },
    listArchivedOperations: {
      ids: async (db, scope, rows) => {
        const lines = await linesOf(db, 'operation_log', 'operation', rows)
        return idsOf(await listArchivedOperations(db, scope, lines, archived, rows.length))
      },
      only: ofKind('operation'),
    },
    listArchivedSignIns: {
      ids: async (db, scope, rows) => {
        const lines = await linesOf(db, 'login_log', 'sign-in', rows)
        return idsOf(await listArchivedSignIns(db, scope, lines, archived, rows.length))
      },
      only: ofKind('sign-in'),
    },
    findOperation: {
      ids: (db, scope, rows) =>
        filterSeen(rows.filter(ofKind('operation')), ({ id }) => findOperation(db, scope, id, allTimes)),
      only: ofKind('operation'),
    },
    listRowsOfRequest: {
      ids: (db, scope, rows) =>
        filterSeen(
          rows.filter(ofKind('operation')),
          async ({ requestId }) => (await listRowsOfRequest(db, scope, requestId, allTimes)).length > 0,
        ),
      only: ofKind('operation'),
    },
    listIdentityPage: {
      ids: async (db, scope, rows) => {
        const known = new Set(idsOf(rows))
        const { items } = await listIdentityPage(db, scope, { ...allTimes, kind: 'password-changed' }, firstPage)
        return idsOf(items).filter((id) => known.has(id))
      },
      only: ofKind('identity'),
    },
    findIdentityChange: {
      ids: (db, scope, rows) =>
        filterSeen(rows.filter(ofKind('identity')), ({ id }) => findIdentityChange(db, scope, id, allTimes)),
      only: ofKind('identity'),
    },
    listIdentityTimeline: {
      ids: (db, scope, rows) =>
        filterSeen(rows.filter(ofKind('identity')), async ({ id, personId }) =>
          (await listIdentityTimeline(db, scope, personId, 200)).some((one) => one.id === id),
        ),
      only: ofKind('identity'),
    },
  },
})
