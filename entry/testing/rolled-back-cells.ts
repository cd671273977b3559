import type pg from 'pg'
import { Cells } from '#packages/db'

/**
 * The databases of a test, but nothing is kept: a commit checks the constraints and then rolls back. So very many
 * requests start from the same rows. Not for routes with several transactions, which read what they wrote.
 */
export class RolledBackCells extends Cells {
  static of(cells: Cells, poolSize: number): RolledBackCells {
    const { connectionString } = cells.directory.options
    return new RolledBackCells({
      directoryUrl: connectionString!,
      cells: new Map(cells.ids.map((id) => [id, cells.url(id)])),
      poolSize,
      connectTimeoutMs: 30_000,
    })
  }

  override pool(cell: number): pg.Pool {
    const pool = super.pool(cell)
    if (!seen.has(pool)) {
      seen.add(pool)
      pool.on('connect', rollBackCommits)
    }
    return pool
  }
}
const seen = new WeakSet<pg.Pool>()

type Query = (...args: unknown[]) => Promise<pg.QueryResult>

function rollBackCommits(client: pg.PoolClient) {
  const query = client.query.bind(client) as unknown as Query
  const rollBack = async () => {
    const [checked, undone] = [query('set constraints all immediate'), query('rollback')]
    undone.catch(() => {})
    await checked
    return { ...(await undone), command: 'COMMIT' }
  }
  // The end of a read-only transaction has a callback and changes nothing.
  const replaced: Query = (...args) => (args[0] === 'commit' && args.length === 1 ? rollBack() : query(...args))
  client.query = replaced as never
}
