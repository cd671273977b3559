import { sql } from 'kysely'
import type { Db } from '#packages/db'

/**
 * Corrects wrong numbers of direct children. Counts first and joins by key afterwards, so that the plan does not depend
 * on statistics of a table that has just been filled.
 */
export async function recountChildren(db: Db) {
  await sql`
    update organisation o set child_count = counted.children
    from (select parent_id, count(*)::int as children from organisation where deleted_at is null group by parent_id) counted
    where o.id = counted.parent_id and o.child_count <> counted.children
  `.execute(db)
  await sql`
    update organisation o set child_count = 0
    where o.child_count <> 0
      and not exists (select from organisation child where child.parent_id = o.id and child.deleted_at is null)
  `.execute(db)
}

/**
 * Corrects the numbers of descendants: from the bottom, each level sums up the one below it. Counting along all paths
 * at once takes five times as long.
 */
export async function recountDescendants(db: Db) {
  const { rows } = await sql<{ deepest: number }>`
    select coalesce(max(nlevel(path)), 0) as deepest from organisation where deleted_at is null
  `.execute(db)
  await sql`
    update organisation o set descendant_count = 0
    where o.descendant_count <> 0
      and not exists (select from organisation child where child.parent_id = o.id and child.deleted_at is null)
  `.execute(db)
  for (let level = rows[0]!.deepest; level > 1; level--) {
    await sql`
      update organisation o set descendant_count = counted.below
      from (
        select parent_id, sum(descendant_count + 1)::int as below from organisation
        where deleted_at is null and nlevel(path) = ${level} group by parent_id
      ) counted
      where o.id = counted.parent_id and o.descendant_count <> counted.below
    `.execute(db)
  }
}

/**
 * Locks a node and its ancestors from the top. The fixed order prevents deadlocks between concurrent inserts, and the
 * lock keeps the last position of a level free.
 */
export const lockPath = (db: Db, path: string) =>
  sql`
    select from organisation where id = any(${path.split('.')}::uuid[]) order by nlevel(path) for no key update
  `.execute(db)

/**
 * Locks the bureau's row. Every change of the tree or of memberships takes this lock, so paths stay as they are until
 * the transaction ends.
 */
export const lockOrgTree = (db: Db) =>
  sql`select from organisation where parent_id is null and deleted_at is null for no key update`.execute(db)

/** Until the transaction ends nobody changes the tree or memberships; others may hold this lock too. */
export const shareOrgTree = (db: Db) =>
  sql`select from organisation where parent_id is null and deleted_at is null for share`.execute(db)

/** Adds one descendant to this node and all its ancestors. */
export const addOneToCounts = (db: Db, parent: { id: string; path: string }) =>
  sql`
    update organisation
    set descendant_count = descendant_count + 1, child_count = child_count + (id = ${parent.id})::int
    where id = any(${parent.path.split('.')}::uuid[])
  `.execute(db)

export interface TreeCount {
  id: string
  children: number
  below: number
}

/** The same for many, as differences in one statement, because a row that is updated often becomes slow. */
export const addTreeCounts = (db: Db, differences: readonly TreeCount[]) =>
  sql`
    update organisation o set child_count = o.child_count + d.children, descendant_count = o.descendant_count + d.below
    from jsonb_to_recordset(${JSON.stringify(differences)}::jsonb) as d (id uuid, children int, below int)
    where o.id = d.id
  `.execute(db)

export interface UserCount {
  id: string
  total: number
  own: number
}

export const storeUserCounts = (db: Db, counts: readonly UserCount[]) =>
  sql`
    update organisation o set user_count = counted.total, own_user_count = counted.own
    from jsonb_to_recordset(${JSON.stringify(counts)}::jsonb) as counted (id uuid, total int, own int)
    where o.id = counted.id
  `.execute(db)

/** Adds differences to the counts of people. The rows are locked from the top, as everywhere, to prevent deadlocks. */
export async function addUserCounts(db: Db, differences: readonly UserCount[]) {
  const rows = JSON.stringify(differences)
  await sql`
    select from organisation o join jsonb_to_recordset(${rows}::jsonb) as d (id uuid) on o.id = d.id
    order by nlevel(o.path), o.id for no key update of o
  `.execute(db)
  await sql`
    update organisation o set user_count = o.user_count + d.total, own_user_count = o.own_user_count + d.own
    from jsonb_to_recordset(${rows}::jsonb) as d (id uuid, total int, own int)
    where o.id = d.id
  `.execute(db)
}

export const markCounted = (db: Db, now: Date) =>
  db.updateTable('organisation').set({ counted_at: now }).where('parent_id', 'is', null).execute()
