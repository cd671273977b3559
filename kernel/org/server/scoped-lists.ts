import type { Scope } from '#packages/core'
import type { Db } from '#packages/db'
import { defineScopedLists, filterSeen, isRowInScope } from '#packages/testing'
import { findManagedOrganisation } from './edit-queries.ts'
import {
  findOrganisation,
  isInNodeScope,
  listLevel,
  listNodes,
  listOrganisationPage,
  listUnitLevel,
  listUnits,
} from './queries.ts'
import { findSearchStart, searchOrganisationPage, listTargetsByIds, searchTargets } from './search-queries.ts'
import { countForSheet, listForSheet, listTreeForSheet } from './sheet/sheet-queries.ts'
import { countDisabled, getStoredCounts, countByType } from './summary-queries.ts'
import { findUnitInScope, isOrgInScope, searchUnitsInScope } from './unit-queries.ts'

interface Row {
  id: string
  orgId: string
  orgPath: string
  departmentId: string
  departmentPath: string
  type: string
}

/** Opens a tree node by node, as a user would; unreachable nodes are missing. */
async function walk(open: (parentId: string | null) => Promise<{ id: string }[]>) {
  const seen: string[] = []
  const waiting: (string | null)[] = [null]
  while (waiting.length > 0) {
    const level = await open(waiting.pop()!)
    seen.push(...level.map(({ id }) => id))
    waiting.push(...level.map(({ id }) => id))
  }
  return seen
}

const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id)
const isUnit = (row: Row) => row.type !== 'department'

/** A count has no ids: it must equal the number that the slow filter finds. */
function asMany(rows: readonly Row[], scope: Scope, counted: number) {
  const inScope = rows.filter((row) => isRowInScope(scope, row))
  return counted === inScope.length ? idsOf(inScope) : [`${counted} counted`]
}

const everything = { parentId: null, within: 'below', keyword: '' } as const
const firstPage = { pageNumber: 1, pageSize: 200, sort: 'sort', desc: false } as const

export default defineScopedLists<Row>({
  rows: (sql, district) =>
    sql<Row>(
      `select id, id as "orgId", path::text as "orgPath", id as "departmentId", path::text as "departmentPath", type
       from tenant.organisation where district_id = $1`,
      [district],
    ),
  lists: {
    listLevel: { ids: (db, scope) => walk((parentId) => listLevel(db, scope, parentId)) },
    listOrganisationPage: {
      ids: (db, scope) =>
        walk(
          async (parentId) => (await listOrganisationPage(db, scope, parentId, { pageNumber: 1, pageSize: 200 })).items,
        ),
    },
    listUnitLevel: {
      ids: (db: Db, scope: Scope) =>
        walk((parentId) => listUnitLevel(db, scope, parentId === null ? null : [parentId])),
      only: isUnit,
    },
    listUnits: { ids: async (db, scope) => idsOf(await listUnits(db, scope, 1000)), only: isUnit },
    listNodes: { ids: async (db, scope) => idsOf(await listNodes(db, scope, 1000)) },
    findOrganisation: { ids: (db, scope, rows) => filterSeen(rows, ({ id }) => findOrganisation(db, scope, id)) },
    findUnitInScope: { ids: (db, scope, rows) => filterSeen(rows, ({ id }) => findUnitInScope(db, scope, id)) },
    isOrgInScope: {
      ids: (db, scope, rows) => filterSeen(rows.filter(isUnit), ({ id }) => isOrgInScope(db, scope, id)),
      only: isUnit,
    },
    searchUnitsInScope: {
      ids: async (db, scope) => idsOf(await searchUnitsInScope(db, scope, '', 1000)),
      only: ({ type }) => ['school', 'kindergarten', 'other-school'].includes(type),
    },
    searchOrganisationPage: {
      ids: async (db, scope) => idsOf((await searchOrganisationPage(db, scope, null, everything, firstPage)).items),
    },
    searchTargets: { ids: async (db, scope) => idsOf(await searchTargets(db, scope, null, everything, 1000)) },
    listTargetsByIds: { ids: async (db, scope, rows) => idsOf(await listTargetsByIds(db, scope, idsOf([...rows]))) },
    findSearchStart: { ids: (db, scope, rows) => filterSeen(rows, ({ id }) => findSearchStart(db, scope, id)) },
    findManagedOrganisation: {
      ids: (db, scope, rows) => filterSeen(rows, ({ id }) => findManagedOrganisation(db, scope, id)),
    },
    countByType: {
      ids: async (db, scope, rows) => {
        const kinds = await countByType(db, scope)
        return asMany(
          rows.filter(isUnit),
          scope,
          kinds.reduce((sum, { count }) => sum + count, 0),
        )
      },
      only: isUnit,
    },
    getStoredCounts: { ids: async (db, scope, rows) => asMany(rows, scope, (await getStoredCounts(db, scope)).nodes) },
    countDisabled: {
      ids: async (db, scope, rows) => {
        const set = (isDisabled: boolean) => db.updateTable('organisation').set({ is_disabled: isDisabled }).execute()
        await set(true)
        const counted = await countDisabled(db, scope)
        await set(false)
        return asMany(rows, scope, counted)
      },
    },
    listTreeForSheet: {
      ids: async (db, scope, rows) => {
        const top = rows.find(({ type }) => type === 'bureau')!
        return idsOf(await listTreeForSheet(db, scope, top.orgPath))
      },
    },
    listForSheet: { ids: async (db, scope) => idsOf(await listForSheet(db, scope, null, everything, null, 1000)) },
    countForSheet: {
      ids: async (db, scope, rows) => asMany(rows, scope, await countForSheet(db, scope, null, everything)),
    },
    isInNodeScope: { ids: (db, scope, rows) => filterSeen(rows, ({ id }) => isInNodeScope(db, scope, id)) },
  },
})
