import { sql } from 'kysely'
import type { Db } from '#packages/db'

export interface OpenedClassRow {
  kind: 'grade' | 'class'
  id: string
  name: string
  /** The complete row, to compare it with its state at the time of the change. */
  row: object
}

export async function selectOpenedRows(
  db: Db,
  gradeIds: readonly string[],
  classIds: readonly string[],
): Promise<OpenedClassRow[]> {
  const { rows } = await sql<OpenedClassRow>`
    select 'grade' as kind, g.id, g.start_year || '级' as name, to_jsonb(g) as row
    from grade g where g.id = any(${gradeIds}::uuid[])
    union all
    select 'class', c.id, c.name, to_jsonb(c) from school_class c where c.id = any(${classIds}::uuid[])
  `.execute(db)
  return rows
}

export const deleteClasses = (db: Db, ids: readonly string[]) =>
  sql`delete from school_class where id = any(${ids}::uuid[])`.execute(db)
export const deleteGrades = (db: Db, ids: readonly string[]) =>
  sql`delete from grade where id = any(${ids}::uuid[])`.execute(db)

/** No other transaction can add references to these rows until this one ends. */
export async function lockOpenedClasses(db: Db, gradeIds: readonly string[], classIds: readonly string[]) {
  await sql`select from grade where id = any(${gradeIds}::uuid[]) order by id for update`.execute(db)
  await sql`select from school_class where id = any(${classIds}::uuid[]) order by id for update`.execute(db)
}
