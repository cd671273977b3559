import type { Ctx } from '#packages/core'
import type { UserCount } from './count-queries.ts'

/** What becomes of a node when organisations are merged or split: what was there is then here. */
export interface OrgRelocation {
  /** The organisation that something belonged to, and the one it belongs to from now on. */
  from: { id: string; path: string }
  to: { id: string; path: string }
  /**
   * Departments by where their things go: one that came over keeps its id, one that went up in another is mapped to that.
   * Whatever belongs to `from` without a department is meant only if `isWhole`.
   */
  departments: ReadonlyMap<string, string>
  /** Whether the organisation ends, or only these departments leave it. */
  isWhole: boolean
}

/** Something that a module keeps for organisations: people, devices, documents. */
export interface OrgContents {
  key: string
  /** 人员 */
  title: string
  /** 名 */
  measure: string
  /**
   * How much of it these nodes have themselves, today and from now on; what belongs to two of them counts once. A node
   * cannot be deleted while there is any, nor may a merged organisation keep any.
   */
  count: (ctx: Ctx, orgIds: readonly string[]) => Promise<number>
  /**
   * Moves it, in the transaction of the merge or split. The departments stand in their new place already; `from` and
   * those that went up in others are still there, and end afterwards. Counts of people need not be kept here: the nodes
   * concerned are asked for with `recount` when everything has moved.
   */
  relocate: (ctx: Ctx, relocation: OrgRelocation) => Promise<void>
  /**
   * Only of who counts people: the exact numbers of these nodes, by where they stand in the tree now. `total` is everybody
   * in the node or below it, once each; `own` those of the node itself. A node that is left out has nobody. Asked when
   * nodes moved, with these nodes and all above them held, so that nobody else counts meanwhile.
   */
  recount?: (ctx: Ctx, orgIds: readonly string[]) => Promise<readonly UserCount[]>
}

const contentsByKey = new Map<string, OrgContents>()

/** A module above tells what it keeps for organisations, at start-up. */
export function offerContents(contents: OrgContents) {
  contentsByKey.set(contents.key, contents)
}

/** All of them, in the order in which their modules started. */
export const listContents = (): readonly OrgContents[] => [...contentsByKey.values()]
