import { defineScopedLists } from '#packages/testing'
import { listIssueRows, lockIssue } from './issue-queries.ts'
import { listOrgsBelow } from './org-queries.ts'

interface Row {
  id: string
  orgId: string
  orgPath: string
  rootPath: string
}

const day = '2026-10-15'
const code = 'attendance.rate'

export default defineScopedLists<Row>({
  rows: async (sql, district) => {
    // Four issues for each organisation.
    await sql(
      `insert into tenant.metric_issue (district_id, id, code, org_id, day, type, text, user_id, created_at, updated_at)
       select o.district_id, gen_random_uuid(), $2, o.id, $3, 'outlier', '秋游', m.id, now(), now()
       from tenant.organisation o, generate_series(1, 4) n,
         (select id from tenant.membership where district_id = $1 order by id limit 1) m
       where o.district_id = $1 and o.deleted_at is null and o.type <> 'department'
         and not exists (select from tenant.metric_issue i where i.district_id = $1 and i.org_id = o.id and i.day = $3)`,
      [district, code, day],
    )
    return sql<Row>(
      `select i.id, i.org_id as "orgId", o.path::text as "orgPath", subpath(o.path, 0, 1)::text as "rootPath"
       from tenant.metric_issue i join tenant.organisation o on o.district_id = i.district_id and o.id = i.org_id
       where i.district_id = $1 and i.code = $2 and i.day = $3 and o.deleted_at is null`,
      [district, code, day],
    )
  },
  lists: {
    listIssueRows: {
      ids: async (db, scope, rows) => {
        const found = await listIssueRows(db, scope, { codes: [code], path: rows[0]!.rootPath, from: day, to: day })
        return found.map(({ id }) => id)
      },
    },
    listOrgsBelow: {
      // An organisation stands for its issues.
      ids: async (db, scope, rows) => {
        const found = new Set((await listOrgsBelow(db, scope, rows[0]!.rootPath)).map(({ id }) => id))
        return rows.flatMap(({ id, orgId }) => (found.has(orgId) ? [id] : []))
      },
    },
    lockIssue: {
      ids: async (db, scope, rows) => {
        const found: string[] = []
        for (const { id } of rows) if (await lockIssue(db, scope, id)) found.push(id)
        return found
      },
    },
  },
})
