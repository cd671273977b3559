import type { Scope } from '#packages/core'
import type { Db } from '#packages/db'
import { defineScopedLists, isReached } from '#packages/testing'
import { findGoverned } from './edit-queries.ts'
import {
  findOrganisation,
  isWithinReach,
  levelOf,
  nodesWithin,
  pageOfOrganisations,
  unitLevelOf,
  unitsWithin,
} from './queries.ts'
import { findStart, pageOfFound, targetsByIds, targetsFound } from './search-queries.ts'
import { countForSheet, listForSheet, treeForSheet } from './sheet/sheet-queries.ts'
import { forbiddenWithin, keptCounts, kindsWithin } from './summary-queries.ts'
import { findVisitable, searchVisitable } from './visit-queries.ts'

interface Row {
  id: string
  orgId: string
  orgPath: string
  departmentId: string
  departmentPath: string
  type: string
}

/** Opens a tree node by node, as a person would: what cannot be reached that way is not there. */
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

async function those(rows: readonly Row[], isFound: (id: string) => Promise<unknown>) {
  const found: string[] = []
  for (const { id } of rows) if (await isFound(id)) found.push(id)
  return found
}

/** A count tells no ids: it is right when it is as many as the slow filter finds. */
function asMany(rows: readonly Row[], scope: Scope, counted: number) {
  const reached = rows.filter((row) => isReached(scope, row))
  return counted === reached.length ? idsOf(reached) : [`${counted} counted`]
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
    levelOf: { ids: (db, scope) => walk((parentId) => levelOf(db, scope, parentId)) },
    pageOfOrganisations: {
      ids: (db, scope) =>
        walk(
          async (parentId) => (await pageOfOrganisations(db, scope, parentId, { pageNumber: 1, pageSize: 200 })).items,
        ),
    },
    unitLevelOf: {
      ids: (db: Db, scope: Scope) => walk((parentId) => unitLevelOf(db, scope, parentId === null ? null : [parentId])),
      only: isUnit,
    },
    unitsWithin: { ids: async (db, scope) => idsOf(await unitsWithin(db, scope, 1000)), only: isUnit },
    nodesWithin: { ids: async (db, scope) => idsOf(await nodesWithin(db, scope, 1000)) },
    findOrganisation: { ids: (db, scope, rows) => those(rows, (id) => findOrganisation(db, scope, id)) },
    findVisitable: { ids: (db, scope, rows) => those(rows, (id) => findVisitable(db, scope, id)) },
    searchVisitable: {
      ids: async (db, scope) => idsOf(await searchVisitable(db, scope, '', 1000)),
      only: ({ type }) => ['school', 'kindergarten', 'other-school'].includes(type),
    },
    pageOfFound: {
      ids: async (db, scope) => idsOf((await pageOfFound(db, scope, null, everything, firstPage)).items),
    },
    targetsFound: { ids: async (db, scope) => idsOf(await targetsFound(db, scope, null, everything, 1000)) },
    targetsByIds: { ids: async (db, scope, rows) => idsOf(await targetsByIds(db, scope, idsOf([...rows]))) },
    findStart: { ids: (db, scope, rows) => those(rows, (id) => findStart(db, scope, id)) },
    findGoverned: { ids: (db, scope, rows) => those(rows, (id) => findGoverned(db, scope, id)) },
    kindsWithin: {
      ids: async (db, scope, rows) => {
        const kinds = await kindsWithin(db, scope)
        return asMany(
          rows.filter(isUnit),
          scope,
          kinds.reduce((sum, { count }) => sum + count, 0),
        )
      },
      only: isUnit,
    },
    keptCounts: { ids: async (db, scope, rows) => asMany(rows, scope, (await keptCounts(db, scope)).nodes) },
    forbiddenWithin: {
      ids: async (db, scope, rows) => {
        const set = (isForbidden: boolean) =>
          db.updateTable('organisation').set({ is_forbidden: isForbidden }).execute()
        await set(true)
        const counted = await forbiddenWithin(db, scope)
        await set(false)
        return asMany(rows, scope, counted)
      },
    },
    treeForSheet: {
      ids: async (db, scope, rows) => {
        const top = rows.find(({ type }) => type === 'bureau')!
        return idsOf(await treeForSheet(db, scope, top.orgPath))
      },
    },
    listForSheet: { ids: async (db, scope) => idsOf(await listForSheet(db, scope, null, everything, null, 1000)) },
    countForSheet: {
      ids: async (db, scope, rows) => asMany(rows, scope, await countForSheet(db, scope, null, everything)),
    },
    isWithinReach: { ids: (db, scope, rows) => those(rows, (id) => isWithinReach(db, scope, id)) },
  },
})
