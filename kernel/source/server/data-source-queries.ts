import { sql } from 'kysely'
import type { Db } from '#packages/db'
import type { DataSource } from '../contract.ts'

/** Forgets the results of the last tests: the address, the account or the use has changed. */
export const resetTests = (db: Db, ids: readonly string[]) =>
  sql`
    update data_source set status = 'untested', failures = 0, tested_at = null, test_words = ''
    where id = any(${ids}::uuid[])
  `.execute(db)

const failuresUntilFaulty = 3

export interface TestOutcome {
  isFine: boolean
  /** The failure is permanent. */
  isForGood: boolean
  message: string
}

/**
 * Stores a test result, unless the source was changed or stopped meanwhile. A source that worked counts as faulty after
 * three failures in a row, because one may be temporary. A writable account or a forbidden address counts at once.
 */
export async function saveTestOutcome(
  db: Db,
  id: string,
  version: number,
  { isFine, isForGood, message }: TestOutcome,
  now: Date,
) {
  const { rows } = await sql<Pick<DataSource, 'status'>>`
    update data_source set tested_at = ${now}, test_words = left(${message}, 300),
      failures = case when ${isFine}::boolean then 0 else failures + 1 end,
      status = case when ${isFine}::boolean then 'fine'
        when status = 'fine' and not ${isForGood}::boolean and failures + 1 < ${failuresUntilFaulty}::int then 'fine'
        else 'faulty' end
    where id = ${id} and version = ${version} and not is_disabled
    returning status
  `.execute(db)
  return rows[0]?.status
}
