import type { AnyEntity } from '#packages/contract'
import { listContributions, type Ctx } from '#packages/core'
import type { Crud } from '#packages/crud'
import type { UserCount } from './count-queries.ts'

/** A merge or split moves the contents of one organisation to another. */
export interface OrgRelocation {
  /** The organisation that contents belong to now, and the one they will belong to. */
  from: { id: string; path: string }
  to: { id: string; path: string }
  /**
   * New department by old department: a moved department keeps its id, a merged one is mapped to its successor.
   * Contents of `from` without a department move only if `isWhole`.
   */
  departments: ReadonlyMap<string, string>
  /** Whether the organisation ends, or only these departments leave it. */
  isWhole: boolean
}

/** Something that a module stores for organisations: people, devices, documents. */
export interface OrgContents {
  key: string
  /** 人员 */
  title: string
  /** 名 */
  measure: string
  /**
   * The number that these nodes have themselves, today and later; what belongs to two of them counts once. A node with
   * contents cannot be deleted, and a merged organisation must have none left.
   */
  count: (ctx: Ctx, orgIds: readonly string[]) => Promise<number>
  /**
   * Moves the contents, in the transaction of the merge or split. Departments are already in their new position; `from`
   * and merged departments still exist and end afterwards. Counts of people need no update here: `recount` runs for the
   * nodes concerned after all moves.
   */
  relocate: (ctx: Ctx, relocation: OrgRelocation) => Promise<void>
  /**
   * Only for the module that counts people: the exact numbers of these nodes at their present position. `total` counts
   * everybody in the node or below it once, `own` those of the node itself. A node without people may be missing. Runs
   * after moves, with these nodes and their ancestors locked, so that no concurrent change is counted.
   */
  recount?: (ctx: Ctx, orgIds: readonly string[]) => Promise<readonly UserCount[]>
}

declare module '#packages/core/app.ts' {
  interface Contributions {
    /** What modules store for organisations. */
    orgContents: OrgContents
  }
}

export const listContents = (ctx: Ctx): readonly OrgContents[] => listContributions(ctx, 'orgContents')

type OwnedRows = Pick<Crud<AnyEntity>, 'entity' | 'rows'>

/**
 * Rows of entities that belong to an organisation: it cannot be deleted while it has any, and those of a merged one move
 * to its successor. The first entity is counted. Not for names that are unique in an organisation: two may be the same.
 */
export const keepWithOrganisation = (key: string, entities: readonly [OwnedRows, ...OwnedRows[]]): OrgContents => ({
  key,
  title: entities[0].entity.title,
  measure: entities[0].entity.measure,
  count: (ctx, orgIds) => entities[0].rows.countOfOrgs(ctx.db, orgIds),
  relocate: async (ctx, { from, to, isWhole }) => {
    if (isWhole) for (const { rows } of entities) await rows.moveToOrg(ctx.db, from.id, to.id)
  },
})
