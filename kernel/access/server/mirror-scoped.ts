import { dayOf, type Scope } from '#packages/core'
import type { Db } from '#packages/db'
import { nodeFacts, nodesNamed, peopleNamed, personWithin, staffFacts, staffNamed } from './mirror-queries.ts'

interface Row {
  kind: string
  id: string
}
const isOf =
  (kind: string) =>
  (row: Row): boolean =>
    row.kind === kind
const asked = () => ({ keyword: '', day: dayOf(new Date()), limit: 1000 })
const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)

/** Those of a kind for which a question about one is answered. */
const each =
  (kind: string, find: (db: Db, scope: Scope, id: string) => Promise<unknown>) =>
  async (db: Db, scope: Scope, rows: readonly Row[]): Promise<string[]> => {
    const seen: string[] = []
    for (const { id } of rows.filter(isOf(kind))) if (await find(db, scope, id)) seen.push(id)
    return seen
  }

/** The lists of the mirror, over the organisations and places of the module. */
export const mirrorLists = {
  nodeFacts: { ids: each('org', nodeFacts), only: isOf('org') },
  nodesNamed: { ids: async (db: Db, scope: Scope) => idsOf(await nodesNamed(db, scope, '', 1000)), only: isOf('org') },
  staffFacts: { ids: each('place', staffFacts), only: isOf('place') },
  staffNamed: {
    ids: async (db: Db, scope: Scope) => idsOf(await staffNamed(db, scope, asked())),
    only: isOf('place'),
  },
  personWithin: {
    ids: each('place', (db, scope, id) => personWithin(db, scope, id, asked().day)),
    only: isOf('place'),
  },
  peopleNamed: {
    ids: async (db: Db, scope: Scope) =>
      (await peopleNamed(db, scope, { ...asked(), orgId: null })).map(({ userId }) => userId),
    only: isOf('place'),
  },
}
