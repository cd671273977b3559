import { dayOf, type Scope } from '#packages/core'
import type { Db } from '#packages/db'
import { filterSeen } from '#packages/testing'
import {
  findOrgNode,
  searchOrgNodes,
  searchAccessPeople,
  findAccessPerson,
  findStaffRecord,
  searchStaffRecords,
} from './explain-access-queries.ts'

interface Row {
  kind: string
  id: string
}
const isOf =
  (kind: string) =>
  (row: Row): boolean =>
    row.kind === kind
const anyQuery = () => ({ keyword: '', day: dayOf(new Date()), limit: 1000 })
const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)

/** The ids of a kind for which `facts` returns a record. */
const listFound =
  (kind: string, find: (db: Db, scope: Scope, id: string) => Promise<unknown>) =>
  (db: Db, scope: Scope, rows: readonly Row[]) =>
    filterSeen(rows.filter(isOf(kind)), ({ id }) => find(db, scope, id))

/** The lists of access explanations, over the organisations and memberships of the module. */
export const explainAccessLists = {
  findOrgNode: { ids: listFound('org', findOrgNode), only: isOf('org') },
  searchOrgNodes: {
    ids: async (db: Db, scope: Scope) => idsOf(await searchOrgNodes(db, scope, '', 1000)),
    only: isOf('org'),
  },
  findStaffRecord: { ids: listFound('membership', findStaffRecord), only: isOf('membership') },
  searchStaffRecords: {
    ids: async (db: Db, scope: Scope) => idsOf(await searchStaffRecords(db, scope, anyQuery())),
    only: isOf('membership'),
  },
  findAccessPerson: {
    ids: listFound('membership', (db, scope, id) => findAccessPerson(db, scope, id, anyQuery().day)),
    only: isOf('membership'),
  },
  searchAccessPeople: {
    ids: async (db: Db, scope: Scope) =>
      (await searchAccessPeople(db, scope, { ...anyQuery(), orgId: null })).map(({ userId }) => userId),
    only: isOf('membership'),
  },
}
