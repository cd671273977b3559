import { dayOf, type Scope } from '#packages/core'
import { defineScopedLists, filterSeen, isRowInScope } from '#packages/testing'
import { insertMembershipAtEachNode } from './example.ts'
import { countExportRows, listExportBatch } from './export-queries.ts'
import {
  countPeople,
  countAccountsByState,
  findIdsByNumber,
  getStaffPage,
  getStaffPageByIds,
  listTargetsByIds,
  listFoundTargets,
} from './search-queries.ts'
import { listMembershipsOfPeople } from './staff-import-queries.ts'
import { findUser, getChangedStaffPage } from './user-queries.ts'

interface Row {
  id: string
  personId: string
  orgId: string
  orgPath: string
  departmentId: string | null
  departmentPath: string | null
  ownerId: string
  number: string
}

const number = '4321'
const hash = Buffer.alloc(32)
const searched = { digits: number, phone: hash, tail: hash, idCard: hash }
const everybody = { within: 'below', keyword: '' } as const
const firstPage = { pageNumber: 1, pageSize: 200 } as const
const inOrder = { ...firstPage, sort: 'sort', desc: false } as const
const moment = () => ({ day: dayOf(new Date()), now: new Date() })
const all = { node: null, filter: everybody, ids: null }
const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)

/** A count returns no ids, so it is compared with the number of rows of a simple reference filter. */
function asCounted(scope: Scope, rows: readonly Row[], people: number | null) {
  const reached = rows.filter((row) => isRowInScope(scope, row))
  return new Set(reached.map(({ personId }) => personId)).size === people ? idsOf(reached) : [`${people} counted`]
}

export default defineScopedLists<Row>({
  rows: async (sql, district) => {
    await insertMembershipAtEachNode(sql, district, number)
    return sql<Row>(
      `select m.id, m.person_id as "personId", m.org_id as "orgId", o.path::text as "orgPath", m.department_id as "departmentId",
         d.path::text as "departmentPath", m.id as "ownerId", m.number
       from tenant.membership m
       join tenant.organisation o on o.district_id = m.district_id and o.id = m.org_id
       left join tenant.organisation d on d.district_id = m.district_id and d.id = m.department_id
       -- Other modules have people here whose memberships ended long ago.
       where m.district_id = $1 and (upper_inf(m.valid) or upper(m.valid) > current_date)`,
      [district],
    )
  },
  lists: {
    findUser: {
      ids: (db, scope, rows) => filterSeen(rows, ({ id }) => findUser(db, scope, id, moment())),
    },
    getChangedStaffPage: {
      ids: async (db, scope) =>
        idsOf((await getChangedStaffPage(db, scope, { node: null, since: null }, firstPage, moment())).items),
    },
    getStaffPage: {
      ids: async (db, scope) => idsOf((await getStaffPage(db, scope, null, everybody, inOrder, moment())).items),
    },
    findIdsByNumber: {
      ids: (db, scope) => findIdsByNumber(db, scope, null, { ...everybody, number: searched, limit: 200 }, moment()),
      only: (row) => row.number === number,
    },
    getStaffPageByIds: {
      ids: async (db, scope, rows) => idsOf((await getStaffPageByIds(db, scope, idsOf(rows), inOrder, moment())).items),
    },
    // A count returns no ids, so it is compared with the number of rows of a simple reference filter.
    countExportRows: {
      ids: async (db, scope, rows) => {
        const reached = rows.filter((row) => isRowInScope(scope, row))
        const counted = await countExportRows(db, scope, all, moment())
        return counted === reached.length ? idsOf(reached) : [`${counted} counted`]
      },
    },
    countPeople: {
      ids: async (db, scope, rows) =>
        asCounted(scope, rows, (await countPeople(db, scope, null, everybody, moment())).people),
    },
    countAccountsByState: {
      ids: async (db, scope, rows) =>
        asCounted(scope, rows, (await countAccountsByState(db, scope, null, moment())).people),
    },
    listExportBatch: {
      ids: async (db, scope) =>
        idsOf(await listExportBatch(db, scope, all, { after: null, limit: 1000, reveal: null }, moment())),
    },
    listMembershipsOfPeople: {
      ids: async (db, scope, rows) => {
        const people = [...new Set(rows.map(({ personId }) => personId))]
        const memberships = await listMembershipsOfPeople(db, scope, people, moment())
        const known = new Set(idsOf(rows))
        // It has memberships that ended, too.
        return memberships.flatMap(({ id, mayEdit }) => (id && mayEdit && known.has(id) ? id : []))
      },
    },
    listTargetsByIds: { ids: async (db, scope, rows) => idsOf(await listTargetsByIds(db, scope, idsOf(rows))) },
    listFoundTargets: {
      ids: async (db, scope) => idsOf(await listFoundTargets(db, scope, null, { ...everybody, limit: 1000 }, moment())),
    },
  },
})
