import type pg from 'pg'
import { notFound, type DistrictId } from '#packages/core'
import type { Cells } from './cells.ts'
import { createKysely } from './connection.ts'
import type { CellTables, Db } from './db.ts'

interface TransactionOptions {
  /** A read-only transaction, as used for GET. */
  readOnly?: boolean
}

/** The only access to tenant data: one transaction in the district's cell. */
export async function inDistrict<T>(
  cells: Cells,
  district: DistrictId,
  work: (db: Db) => Promise<T>,
  { readOnly = false }: TransactionOptions = {},
): Promise<T> {
  const cell = await cells.cellOf(district)
  if (cell === undefined) throw notFound('区域')
  // Checked integers: nothing to inject. One message, because a round trip costs more than the statement.
  const opening = `${readOnly ? 'begin read only' : `begin; set local lock_timeout = ${cells.lockTimeoutMs}`}; set local app.district_id = '${district}'`
  return transact<T, CellTables>(cells.pool(cell), { opening, readOnly }, (db) => {
    cellOfTransaction.set(db, { cells, cell })
    return work(db)
  })
}

/**
 * A transaction in a cell without a district: it sees reference data and no tenant's rows. For work that runs once per
 * cell.
 */
export const inCell = <T>(cells: Cells, cell: number, work: (db: Db) => Promise<T>): Promise<T> =>
  transact<T, CellTables>(cells.pool(cell), { opening: 'begin' }, work)

const cellOfTransaction = new WeakMap<Db, { cells: Cells; cell: number }>()
/** The cell of an open transaction. */
export const getTransactionCell = (db: Db) => cellOfTransaction.get(db)!

/**
 * The result of ending a read-only transaction: if it fails, the connection is broken, and its next user gets the
 * error.
 */
const ignoreResult = () => {}

/**
 * Connections are pipelined and batched (see cells.ts): the opening is sent together with the first statement, which saves
 * a round trip. If the part that names the district fails, that statement runs in no district, where it sees nothing and can
 * write nothing. Statements of `runAtEnd` are sent together with the commit. The end of a read-only transaction is not awaited either; the connection's next user comes after it.
 */
export async function transact<T, Tables>(
  pool: pg.Pool,
  { opening, readOnly = false }: { opening: string; readOnly?: boolean },
  work: (db: ReturnType<typeof createKysely<Tables>>['db']) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  const { db, end, drop } = createKysely<Tables>(client)
  let broken: Error | undefined
  // A connection that breaks between two statements emits an error here; without a listener that would end the process.
  const onBroken = (failure: Error) => (broken = failure)
  client.on('error', onBroken)
  const opened = client.query(opening)
  opened.catch(onBroken)
  try {
    const result = await work(db)
    const last = end()
    if (readOnly && last.length === 0) client.query('commit', ignoreResult)
    else {
      const [{ command }] = await Promise.all([client.query('commit'), opened, ...last])
      // PostgreSQL answers the commit of a failed transaction with a rollback and without an error.
      if (command !== 'COMMIT') throw new Error('the transaction had failed before it was committed; nothing is kept')
    }
    return result
  } catch (error) {
    drop()
    await client.query('rollback').catch(onBroken)
    throw error
  } finally {
    client.off('error', onBroken)
    client.release(broken)
  }
}
