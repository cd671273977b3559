import { sql } from 'kysely'
import type { Db } from '#packages/db'
import type { OrgType } from '../contract.ts'

export interface OrgTreeRow {
  id: string
  parentId: string
  path: string
  name: string
  type: OrgType
}

/** All existing nodes below a node, from the top. */
export async function listNodesBelow(db: Db, path: string): Promise<OrgTreeRow[]> {
  const { rows } = await sql<OrgTreeRow>`
    select o.id, o.parent_id as "parentId", o.path::text as path, o.name, o.type from organisation as o
    where o.path <@ ${path}::ltree and o.path <> ${path}::ltree and o.deleted_at is null
    order by nlevel(o.path), o.sort, o.id
  `.execute(db)
  return rows
}

/** The organisation of a node: the nearest ancestor that is not a department, or the node itself. */
export async function findUnitAbove(db: Db, path: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from organisation where id = any(${path.split('.')}::uuid[]) and type <> 'department'
    order by nlevel(path) desc limit 1
  `.execute(db)
  return rows[0]?.id
}

interface SiblingOrder {
  id: string
  sort: number
}

export async function listChildrenInOrder(db: Db, parentId: string): Promise<SiblingOrder[]> {
  return db
    .selectFrom('organisation')
    .select(['id', 'sort'])
    .where('parent_id', '=', parentId)
    .where('deleted_at', 'is', null)
    .orderBy('sort')
    .orderBy('id')
    .execute()
}

/** Stores positions. The version stays, so open forms remain valid. */
export const updateSorts = (db: Db, sorts: readonly SiblingOrder[]) =>
  sql`
    update organisation o set sort = s.sort from jsonb_to_recordset(${JSON.stringify(sorts)}::jsonb) as s (id uuid, sort int)
    where o.id = s.id
  `.execute(db)

/** Moves nodes to the end of another parent's level, in the given order. */
export const updateParent = (db: Db, ids: readonly string[], parentId: string, firstSort: number, now: Date) =>
  sql`
    update organisation o set parent_id = ${parentId}, sort = ${firstSort}::int + moved.at - 1, version = version + 1,
      updated_at = ${now}
    from unnest(${ids}::uuid[]) with ordinality as moved (id, at)
    where o.id = moved.id
  `.execute(db)

/** Rewrites the paths of moved nodes and their subtrees, including deleted nodes. */
export const rewritePaths = (db: Db, oldPaths: readonly string[], newParentPath: string) =>
  sql`
    update organisation o set path = ${newParentPath}::ltree || subpath(o.path, nlevel(old.path) - 1)
    from unnest(${oldPaths}::ltree[]) as old (path)
    where o.path <@ old.path
  `.execute(db)

/** Moves the counts of moved nodes from the old ancestors to the new ones. */
export const updateCountsAfterMove = (db: Db, moved: { nodes: number; children: number }, from: string, to: string) =>
  sql`
    update organisation o set
      descendant_count = o.descendant_count
        + case when o.id = any(${splitPath(to)}::uuid[]) then ${moved.nodes}::int else 0 end
        - case when o.id = any(${splitPath(from)}::uuid[]) then ${moved.nodes}::int else 0 end,
      child_count = o.child_count
        + case when o.id = ${splitPath(to).at(-1)}::uuid then ${moved.children}::int else 0 end
        - case when o.id = ${splitPath(from).at(-1)}::uuid then ${moved.children}::int else 0 end
    where o.id = any(${[...splitPath(from), ...splitPath(to)]}::uuid[])
  `.execute(db)

/** Subtracts deleted nodes from the counts of their ancestors. */
export const updateCountsAfterDelete = (db: Db, nodes: number, parentPath: string) =>
  sql`
    update organisation o
    set descendant_count = descendant_count - ${nodes}::int, child_count = child_count - (id = ${splitPath(parentPath).at(-1)}::uuid)::int
    where id = any(${splitPath(parentPath)}::uuid[])
  `.execute(db)

const splitPath = (path: string) => path.split('.')

/** Marks nodes as deleted; the rows stay for references. */
export const markNodesDeleted = (db: Db, ids: readonly string[], now: Date) =>
  sql`
    update organisation set deleted_at = ${now}, version = version + 1, updated_at = ${now}, child_count = 0,
      descendant_count = 0, user_count = 0, own_user_count = 0, host = '', join_code_hash = null, join_code_expires_at = null
    where id = any(${ids}::uuid[])
  `.execute(db)

/** Marks an organisation as merged, with its successor. */
export const markMerged = (db: Db, id: string, mergedTo: string) =>
  db.updateTable('organisation').set({ merged_to: mergedTo, is_disabled: true }).where('id', '=', id).execute()

/** Waits for transactions that are adding to these nodes, and blocks new ones. */
export const lockNodes = (db: Db, ids: readonly string[]) =>
  sql`select from organisation where id = any(${ids}::uuid[]) order by id for update`.execute(db)
