import type { Scope } from '#packages/core'
import type { Db } from '#packages/db'
import { defineScopedLists } from '#packages/testing'
import {
  findOrganisation,
  isWithinReach,
  levelOf,
  nodesWithin,
  pageOfOrganisations,
  unitLevelOf,
  unitsWithin,
} from './queries.ts'
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
    isWithinReach: { ids: (db, scope, rows) => those(rows, (id) => isWithinReach(db, scope, id)) },
  },
})
