import { sql } from 'kysely'
import pg from 'pg'
import { Cells, type CellsConfig } from './cells.ts'
import type { Db } from './db.ts'

/**
 * The limits of the roles are those of a request. Seeds, migrations, benches and proofs work in large batches, often on
 * a busy machine, and no person waits for them.
 */
const toolTimeouts = {
  statement_timeout: 30 * 60_000,
  lock_timeout: 5 * 60_000,
  idle_in_transaction_session_timeout: 10 * 60_000,
}
const toolConnectMs = 60_000

/** The limits as part of the address: they win over those of the role, whoever opens the connection. */
function addToolTimeouts(address: string): string {
  const url = new URL(address)
  const limits = Object.entries(toolTimeouts).map(([name, ms]) => `-c ${name}=${ms}`)
  url.searchParams.set('options', [url.searchParams.get('options') ?? '', ...limits].join(' ').trim())
  return url.href
}

/** The databases of the installation for a tool: its own time limits instead of those of requests. */
export const openToolCells = ({ directoryUrl, cells, ...config }: CellsConfig): Cells =>
  new Cells({
    ...config,
    directoryUrl: addToolTimeouts(directoryUrl),
    cells: new Map([...cells].map(([id, url]) => [id, addToolTimeouts(url)])),
    connectTimeoutMs: toolConnectMs,
    lockTimeoutMs: toolTimeouts.lock_timeout,
  })

/** One connection for a tool, not yet connected, with the same limits. */
export const createToolClient = (url: string): pg.Client =>
  new pg.Client({ connectionString: addToolTimeouts(url), connectionTimeoutMillis: toolConnectMs })

/** Background work over many rows may take longer than a request: raises the limits for the rest of this transaction. */
export async function extendTimeouts(db: Db, minutes: number) {
  const limit = String(minutes * 60_000)
  await sql`
    select set_config(name, ${limit}, true)
    from unnest(array['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout']) as name`.execute(db)
}
