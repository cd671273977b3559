import { defineScopedLists, filterSeen } from '#packages/testing'
import { insertMembershipAtEachNode } from '#kernel/staff/server/example.ts'
import { findCase, findNewestCase, findStaff, getCasePage, listInScope } from './handover-queries.ts'

interface Row {
  id: string
  userId: string
  ownerId: string
  orgId: string
  orgPath: string
  departmentId: string | null
  departmentPath: string | null
}

const page = { keyword: '', pageNumber: 1, pageSize: 100_000 }
const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)

export default defineScopedLists<Row>({
  rows: async (sql, district) => {
    await insertMembershipAtEachNode(sql, district)
    await sql(
      `insert into tenant.handover_case (district_id, id, membership_id, reason, due_on, status, opened_at, closed_at)
       select m.district_id, gen_random_uuid(), m.id, 'post', '2026-10-15', 'done', now(), now()
       from tenant.membership m where m.district_id = $1
         and not exists (select from tenant.handover_case c where c.membership_id = m.id)`,
      [district],
    )
    return sql<Row>(
      `select c.id, m.id as "userId", m.id as "ownerId", m.org_id as "orgId", o.path::text as "orgPath",
         m.department_id as "departmentId", d.path::text as "departmentPath"
       from tenant.handover_case c join tenant.membership m on m.id = c.membership_id
       join tenant.organisation o on o.id = m.org_id
       left join tenant.organisation d on d.id = m.department_id
       where c.district_id = $1`,
      [district],
    )
  },
  lists: {
    getCasePage: { ids: async (db, scope) => idsOf((await getCasePage(db, scope, page)).items) },
    findCase: {
      ids: (db, scope, rows) => filterSeen(rows, ({ id }) => findCase(db, scope, id)),
    },
    findNewestCase: {
      ids: async (db, scope, rows) => {
        const found: string[] = []
        for (const { userId } of rows) {
          const row = await findNewestCase(db, scope, userId)
          if (row) found.push(row.id)
        }
        return found
      },
    },
    listInScope: {
      ids: async (db, scope, rows) => {
        const found = await listInScope(
          db,
          scope,
          rows.map(({ userId }) => userId),
        )
        return idsOf(rows.filter(({ userId }) => found.has(userId)))
      },
    },
    findStaff: {
      ids: (db, scope, rows) => filterSeen(rows, ({ userId }) => findStaff(db, scope, userId, '2026-10-15')),
    },
  },
})
