import { defineScopedLists } from '#packages/testing'
import { listAllOrgNodes, listOrgNodes } from './grant-queries.ts'
import { grantLists, grantRows, type GrantScopedRow } from './grant-scoped-lists.ts'

interface OwnRow {
  id: string
  kind: 'org' | 'department'
  orgId: string
  orgPath: string
}
type Row = OwnRow | GrantScopedRow

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)
const ofKind =
  (kind: Row['kind']) =>
  (row: Row): boolean =>
    row.kind === kind

export default defineScopedLists<Row>({
  rows: async (sql, district) => {
    const own = await sql<OwnRow>(
      `select o.id, case o.type when 'department' then 'department' else 'org' end as kind,
         o.id as "orgId", o.path::text as "orgPath"
       from tenant.organisation o where o.district_id = $1 and o.deleted_at is null`,
      [district],
    )
    return [...own, ...(await grantRows(sql, district))]
  },
  lists: {
    ...grantLists,
    listOrgNodes: {
      ids: async (db, scope, rows) => idsOf(await listOrgNodes(db, scope, idsOf(rows))),
      only: ofKind('org'),
    },
    listAllOrgNodes: { ids: async (db, scope) => idsOf(await listAllOrgNodes(db, scope)), only: ofKind('org') },
  },
})
