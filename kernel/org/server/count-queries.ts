import { sql } from 'kysely'
import type { Db } from '#packages/db'

/**
 * Corrects the number of direct children where it is wrong. Counted first and joined by key afterwards, so that it does
 * not matter what the planner believes about a table that has just been filled.
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
 * The same for everything below a node, on all levels: from the bottom, each level sums up the one below it. Counting
 * along all paths at once takes five times as long.
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
 * Holds a node and all above it, from the top: two who add at the same time wait for each other instead of both waiting
 * for ever, and nobody else gives away the last place of a level meanwhile.
 */
export const lockPath = (db: Db, path: string) =>
  sql`
    select from organisation where id = any(${path.split('.')}::uuid[]) order by nlevel(path) for no key update
  `.execute(db)

/**
 * Holds the bureau, and with it every other change of who or what stands where: paths that are read from here on stay as
 * they are until the end of the transaction.
 */
export const lockOrgTree = (db: Db) =>
  sql`select from organisation where parent_id is null and deleted_at is null for no key update`.execute(db)

/** One more below this node, and below all above it. */
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

/** The same for many that came or went, as differences: one statement, because a row that is changed often grows slow. */
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

/**
 * People who came or went, as differences. The rows are held from the top first, like by everybody else who counts, so
 * that two who change the same branch wait for each other instead of for ever.
 */
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
