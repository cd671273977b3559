import { sql } from 'kysely'
import type { Db } from '#packages/db'

/** Undoes the work if it throws, without ending the transaction. */
export async function inSavepoint<T>(db: Db, work: () => Promise<T>): Promise<T> {
  await sql`savepoint flow_task`.execute(db)
  try {
    const result = await work()
    await sql`release savepoint flow_task`.execute(db)
    return result
  } catch (error) {
    await sql`rollback to savepoint flow_task`.execute(db)
    await sql`release savepoint flow_task`.execute(db)
    throw error
  }
}
