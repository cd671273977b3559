import { newId } from '#packages/core'
import { defineScopedLists, type ScopedRow } from '#packages/testing'
import { leaveRecords, ownLeaves } from './records.ts'
import { findApplicantInScope, isOrgInScope } from './request-queries.ts'

const firstPage = { keyword: '', orgId: null, pageNumber: 1, pageSize: 200 }

/** A request has its organisation for those who keep the attendance, and its person for herself. */
interface LeaveRow extends ScopedRow {
  isOwn: boolean
  memberId: string
}
const ofOrg = { only: ({ isOwn }: LeaveRow) => !isOwn }

/** One request and one membership at each organisation of the district. */
export default defineScopedLists<LeaveRow>({
  async rows(sql, district) {
    const orgs = await sql<{ orgId: string }>(
      `select o.id as "orgId" from tenant.organisation o where o.district_id = $1 and o.deleted_at is null
       and not exists (select from tenant.leave_request r where r.district_id = $1 and r.org_id = o.id)`,
      [district],
    )
    const [typeId, personId] = [newId(), newId()]
    if (orgs.length > 0)
      await sql(
        `insert into tenant.leave_type (district_id, id, name, kind, unit, includes_holidays, is_paid, needs_balance,
           counts_in_attendance, is_disabled, created_at, updated_at)
         values ($1, $2, '事假', 'personal', 'half-day', false, false, false, true, false, now(), now())`,
        [district, typeId],
      )
    if (orgs.length > 0)
      await sql(
        `insert into tenant.person (district_id, id, name, created_at, updated_at) values ($1, $2, '申请人', now(), now())`,
        [district, personId],
      )
    for (const { orgId } of orgs) {
      const memberId = newId()
      await sql(
        `insert into tenant.membership (district_id, id, person_id, org_id, user_type, post, is_main, valid, created_at, updated_at)
         values ($1, $2, $3, $4, 'teacher', '', false, daterange('2026-01-01', null), now(), now())`,
        [district, memberId, personId, orgId],
      )
      await sql(
        `insert into tenant.leave_request (district_id, id, org_id, person_id, member_id, type_id, starts_on, start_half,
           ends_on, end_half, amount, calendar_days, reason, status, created_at, updated_at)
         values ($1, $2, $3, $4, $5, $6, '2026-11-16', 'am', '2026-11-16', 'pm', 100, 1, '', 'running', now(), now())`,
        [district, newId(), orgId, personId, memberId, typeId],
      )
    }
    const rows = await sql<{ id: string; orgId: string; orgPath: string; ownerId: string; memberId: string }>(
      `select r.id, r.org_id as "orgId", o.path::text as "orgPath", r.person_id as "ownerId", r.member_id as "memberId"
       from tenant.leave_request r join tenant.organisation o on o.district_id = r.district_id and o.id = r.org_id
       where r.district_id = $1`,
      [district],
    )
    return rows.flatMap(({ id, orgId, orgPath, ownerId, memberId }) => [
      { id, memberId, orgId, orgPath, isOwn: false },
      { id, memberId, ownerId, isOwn: true },
    ])
  },
  lists: {
    'leave-record': {
      ...ofOrg,
      ids: async (db, scope) => (await leaveRecords.rows.listPage(db, scope, firstPage)).items.map(({ id }) => id),
    },
    'own-leave': {
      only: ({ isOwn }) => isOwn,
      ids: async (db, scope) => (await ownLeaves.rows.listPage(db, scope, firstPage)).items.map(({ id }) => id),
    },
    isOrgInScope: {
      ...ofOrg,
      ids: async (db, scope, rows) => {
        const found: string[] = []
        for (const { id, orgId } of rows.filter(ofOrg.only)) if (await isOrgInScope(db, scope, orgId!)) found.push(id)
        return found
      },
    },
    findApplicantInScope: {
      ...ofOrg,
      ids: async (db, scope, rows) => {
        const found: string[] = []
        for (const { id, memberId } of rows.filter(ofOrg.only))
          if (await findApplicantInScope(db, scope, memberId, '2026-11-16')) found.push(id)
        return found
      },
    },
  },
})
