import { dayOf } from '#packages/core'
import { defineScopedLists, filterSeen, isRowInScope } from '#packages/testing'
import { listOrgsInScope } from './administrator-queries.ts'
import { listRoleAudiences, findAudience } from './audience-queries.ts'
import { listMembershipsInScope, readRoleMemberPage } from './member-queries.ts'
import { explainAccessLists } from './explain-access-scoped-lists.ts'
import { findRole } from './role-queries.ts'
import { countGrants, listGrantsAfter, listMembershipsByName } from './sheet/role-grant-sheet-queries.ts'

/** Organisations and their memberships, roles and audiences; each row has the id of its organisation. */
interface Row {
  kind: 'org' | 'membership' | 'role' | 'audience'
  id: string
  orgId: string
  orgPath: string
  departmentId: string | null
  departmentPath: string | null
  ownerId: string | null
}

/** A district role with an audience in every organisation. */
const everyoneRoleId = '00000000-0000-4000-8000-00000000a11a'
const today = () => dayOf(new Date())
const firstPage = { pageNumber: 1, pageSize: 200 } as const
const isOf =
  (kind: Row['kind']) =>
  (row: Row): boolean =>
    row.kind === kind
const idsOf = (rows: readonly Row[], kind: Row['kind']) => rows.filter(isOf(kind)).map(({ id }) => id)

export default defineScopedLists<Row>({
  rows: async (query, district) => {
    await query(
      `insert into tenant.role (district_id, id, org_id, title, created_at)
       select district_id, id, id, '本单位角色', now() from tenant.organisation
       where district_id = $1 and type <> 'department' and deleted_at is null
       union all select $1, $2, null, '人人都有', now() on conflict do nothing`,
      [district, everyoneRoleId],
    )
    await query(
      `insert into tenant.role_audience (district_id, id, role_id, org_id, includes_below, created_at)
       select district_id, id, $2, id, false, now() from tenant.organisation
       where district_id = $1 and deleted_at is null on conflict do nothing`,
      [district, everyoneRoleId],
    )
    await query(
      `insert into tenant.membership_role (district_id, membership_id, role_id, created_at)
       select district_id, id, $2, now() from tenant.membership where district_id = $1 on conflict do nothing`,
      [district, everyoneRoleId],
    )
    return query<Row>(
      `select what.kind, o.id, o.id as "orgId", o.path::text as "orgPath", o.id as "departmentId",
         o.path::text as "departmentPath", null::uuid as "ownerId"
       from tenant.organisation o, unnest(array['org', 'audience']) as what (kind)
       where o.district_id = $1 and o.deleted_at is null
       union all
       select 'role', o.id, o.id, o.path::text, null::uuid, null, null::uuid from tenant.organisation o
       where o.district_id = $1 and o.deleted_at is null and o.type <> 'department'
       union all
       select 'membership', m.id, m.org_id, o.path::text, m.department_id, d.path::text, m.id
       from tenant.membership m
       join tenant.organisation o on o.district_id = m.district_id and o.id = m.org_id
       left join tenant.organisation d on d.district_id = m.district_id and d.id = m.department_id
       where m.district_id = $1`,
      [district],
    )
  },
  lists: {
    ...explainAccessLists,
    listOrgsInScope: {
      ids: async (db, scope, rows) => (await listOrgsInScope(db, scope, idsOf(rows, 'org'))).map(({ id }) => id),
      only: isOf('org'),
    },
    findRole: {
      ids: (db, scope, rows) =>
        filterSeen(
          rows.filter(({ kind }) => kind === 'role'),
          ({ id }) => findRole(db, scope, id),
        ),
      only: isOf('role'),
    },
    listMembershipsInScope: {
      ids: async (db, scope, rows) =>
        (await listMembershipsInScope(db, scope, idsOf(rows, 'membership'), { day: today() })).map(
          ({ userId }) => userId,
        ),
      only: isOf('membership'),
    },
    readRoleMemberPage: {
      ids: async (db, scope) => {
        const query = { roleId: everyoneRoleId, keyword: '', day: today(), removing: null }
        return (await readRoleMemberPage(db, scope, query, firstPage)).items.map(({ userId }) => userId)
      },
      only: isOf('membership'),
    },
    // By name, and again by the audience of the organisation.
    listGrantsAfter: {
      ids: async (db, scope) => {
        const grants = await listGrantsAfter(
          db,
          scope,
          { roleId: everyoneRoleId, day: today() },
          { after: null, limit: 1000 },
        )
        return grants.map(({ userId }) => userId)
      },
      only: isOf('membership'),
    },
    // A count has no ids: it must equal the length of the list.
    countGrants: {
      ids: async (db, scope, rows) => {
        const query = { roleId: everyoneRoleId, day: today() }
        const counted = await countGrants(db, scope, query)
        const listed = await listGrantsAfter(db, scope, query, { after: null, limit: 1000 })
        const inScope = rows.filter((row) => row.kind === 'membership' && isRowInScope(scope, row))
        return counted === listed.length ? idsOf(inScope, 'membership') : [`${counted} counted`]
      },
      only: isOf('membership'),
    },
    listMembershipsByName: {
      ids: async (db, scope, rows) => {
        const people = await db.selectFrom('v_person').select('name').distinct().execute()
        const seen: string[] = []
        for (const orgId of new Set(rows.map((row) => row.orgId))) {
          const query = { orgId, names: people.map(({ name }) => name), day: today() }
          seen.push(...(await listMembershipsByName(db, scope, query)).map(({ userId }) => userId))
        }
        return seen
      },
      only: isOf('membership'),
    },
    listRoleAudiences: {
      ids: async (db, scope) =>
        (await listRoleAudiences(db, scope, { roleId: everyoneRoleId, day: today() })).map(({ id }) => id),
      only: isOf('audience'),
    },
    findAudience: {
      ids: (db, scope, rows) =>
        filterSeen(
          rows.filter(({ kind }) => kind === 'audience'),
          ({ id }) => findAudience(db, scope, id),
        ),
      only: isOf('audience'),
    },
  },
})
