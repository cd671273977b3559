import { dayOf, type Scope } from '#packages/core'
import { defineScopedLists, filterSeen, isRowInScope } from '#packages/testing'
import { insertMembershipAtEachNode } from '#kernel/staff/server/example.ts'
import { leaveRecords, ownLeaves } from './records.ts'
import { findApplicantInScope } from './request-queries.ts'
import {
  countStaff,
  findMemberInScope,
  listGrantTargets,
  listMembersInScope,
  listStaffPage,
  type StaffFilter,
} from './staff-queries.ts'
import { countAwayByOrg, countLeaveDays } from './statistics-queries.ts'
import { sumByType } from './summary-queries.ts'

interface Row {
  id: string
  kind: 'member' | 'unit' | 'record' | 'own'
  personId: string
  orgId: string
  orgPath: string
  departmentId?: string | null
  departmentPath?: string | null
  ownerId?: string
}

const day = '2026-10-15'
const today = () => dayOf(new Date())
const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)
const firstPage = { keyword: '', orgId: null, pageNumber: 1, pageSize: 200 }
const ofKind =
  (kind: Row['kind']) =>
  (row: Row): boolean =>
    row.kind === kind

/** The whole tree: its root is the unit with the shortest path. */
function wholeTree(rows: readonly Row[]): StaffFilter {
  const { orgId, orgPath } = rows.toSorted((one, other) => one.orgPath.length - other.orgPath.length)[0]!
  return { org: { id: orgId, path: orgPath }, within: 'below', keyword: '', from: today(), to: today() }
}

/** Lists with one row for several memberships or requests are compared by what they have one row for. */
function compareGroups(
  scope: Scope,
  rows: readonly Row[],
  groupOf: (row: Row) => string,
  found: readonly string[] | number,
): string[] {
  const reached = rows.filter((row) => isRowInScope(scope, row))
  const expected = [...new Set(reached.map(groupOf))].toSorted()
  const isSame =
    typeof found === 'number' ? found === expected.length : [...new Set(found)].toSorted().join() === expected.join()
  return isSame ? idsOf(reached) : [`${JSON.stringify(found)} instead of ${expected.length}`]
}

const byPersonAndOrg = ({ personId, orgId }: Pick<Row, 'personId' | 'orgId'>) => `${personId} ${orgId}`

export default defineScopedLists<Row>({
  rows: async (sql, district) => {
    await insertMembershipAtEachNode(sql, district)
    // Half a day of leave for somebody of each organisation.
    await sql(
      `insert into tenant.leave_type (district_id, id, name, kind, unit, includes_holidays, is_paid, needs_balance,
         counts_in_attendance, is_disabled, created_at, updated_at)
       select $1, gen_random_uuid(), '范围测试', 'other', 'half-day', false, false, false, true, false, now(), now()
       on conflict do nothing`,
      [district],
    )
    await sql(
      `insert into tenant.leave_request (district_id, id, org_id, person_id, member_id, type_id, starts_on, start_half,
         ends_on, end_half, amount, calendar_days, reason, status, created_at, updated_at)
       select distinct on (m.org_id) $1::int, gen_random_uuid(), m.org_id, m.person_id, m.id, t.id, $2::date, 'am', $2::date,
         'pm', 100, 1, '\\x00'::bytea, 'closed', now(), now()
       from tenant.membership m join tenant.leave_type t on t.district_id = m.district_id and t.name = '范围测试'
       where m.district_id = $1 and not exists (select from tenant.leave_request r where r.type_id = t.id)`,
      [district, day],
    )
    await sql(
      `insert into tenant.leave_day (district_id, request_id, day, half, person_id, org_id, type_id, day_type, counted, is_whole, status)
       select r.district_id, r.id, r.starts_on, 'am', r.person_id, r.org_id, r.type_id, 'work', 50, false, 'in-force'
       from tenant.leave_request r join tenant.leave_type t on t.id = r.type_id
       where r.district_id = $1 and t.name = '范围测试' on conflict do nothing`,
      [district],
    )
    const at = `join tenant.organisation o on o.district_id = m.district_id and o.id = m.org_id`
    return sql<Row>(
      `select m.id, 'member' as kind, m.person_id as "personId", m.org_id as "orgId", o.path::text as "orgPath",
         m.department_id as "departmentId", d.path::text as "departmentPath", m.id as "ownerId"
       from tenant.membership m ${at}
       left join tenant.organisation d on d.district_id = m.district_id and d.id = m.department_id
       where m.district_id = $1 and m.valid @> $2::date and o.deleted_at is null
       union all
       select distinct m.org_id, 'unit', m.org_id, m.org_id, o.path::text, null::uuid, null, null::uuid
       from tenant.membership m ${at} where m.district_id = $1 and m.valid @> $2::date and o.deleted_at is null
       union all
       select m.id, 'record', m.person_id, m.org_id, o.path::text, null, null, null
       from tenant.leave_request m ${at} where m.district_id = $1 and m.status <> 'draft'
       union all
       select m.id, 'own', m.person_id, null, '', null, null, m.person_id
       from tenant.leave_request m where m.district_id = $1`,
      [district, today()],
    )
  },
  lists: {
    listStaffPage: {
      only: ofKind('member'),
      ids: async (db, scope, all) => {
        const rows = all.filter(ofKind('member'))
        const { items } = await listStaffPage(db, scope, wholeTree(rows), { pageNumber: 1, pageSize: 200 })
        return compareGroups(scope, rows, byPersonAndOrg, items.map(byPersonAndOrg))
      },
    },
    countStaff: {
      only: ofKind('member'),
      ids: async (db, scope, all) => {
        const rows = all.filter(ofKind('member'))
        return compareGroups(scope, rows, byPersonAndOrg, await countStaff(db, scope, wholeTree(rows)))
      },
    },
    listGrantTargets: {
      only: ofKind('member'),
      ids: async (db, scope, all) => {
        const rows = all.filter(ofKind('member'))
        const found = await listGrantTargets(db, scope, wholeTree(rows))
        const person = ({ personId }: Pick<Row, 'personId'>) => personId
        return compareGroups(scope, rows, person, found.map(person))
      },
    },
    listMembersInScope: {
      only: ofKind('member'),
      ids: async (db, scope, all) =>
        (await listMembersInScope(db, scope, { ids: idsOf(all.filter(ofKind('member'))), day: today() })).map(
          ({ userId }) => userId,
        ),
    },
    findMemberInScope: {
      only: ofKind('member'),
      ids: (db, scope, all) => filterSeen(all.filter(ofKind('member')), ({ id }) => findMemberInScope(db, scope, id)),
    },
    findApplicantInScope: {
      only: ofKind('member'),
      ids: (db, scope, all) =>
        filterSeen(all.filter(ofKind('member')), ({ id }) => findApplicantInScope(db, scope, id, today())),
    },
    countAwayByOrg: {
      only: ofKind('unit'),
      ids: async (db, scope) => (await countAwayByOrg(db, scope, today())).map(({ orgId }) => orgId),
    },
    countLeaveDays: {
      only: ofKind('record'),
      ids: async (db, scope, all) => {
        const rows = all.filter(ofKind('record'))
        const found = await countLeaveDays(db, scope, { from: day, to: day })
        return compareGroups(
          scope,
          rows,
          ({ orgId }) => orgId,
          found.map(({ orgId }) => orgId),
        )
      },
    },
    // Leave of the day: one half-day of each organisation, for whoever sees the person of it.
    sumByType: {
      only: ofKind('member'),
      ids: async (db, scope, all) => {
        const rows = all.filter(ofKind('member'))
        const away = new Set(all.filter(ofKind('record')).map(byPersonAndOrg))
        const [sum] = await sumByType(db, scope, { ...wholeTree(rows), from: day, to: today() })
        const seen = rows.filter((row) => isRowInScope(scope, row))
        const expected = new Set(seen.map(byPersonAndOrg).filter((key) => away.has(key))).size * 50
        return (sum?.amount ?? 0) === expected ? idsOf(seen) : [`${sum?.amount} instead of ${expected}`]
      },
    },
    'leave-record': {
      only: ofKind('record'),
      ids: async (db, scope) => idsOf((await leaveRecords.rows.listPage(db, scope, firstPage)).items),
    },
    'own-leave': {
      only: ofKind('own'),
      ids: async (db, scope) => idsOf((await ownLeaves.rows.listPage(db, scope, firstPage)).items),
    },
  },
})
