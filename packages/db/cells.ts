import pg from 'pg'
import { districtId, unavailable, type DistrictId } from '#packages/core'
import { createBatchingSocket } from './batching-socket.ts'

export interface CellsConfig {
  directoryUrl: string
  /** Database URL by cell number. */
  cells: ReadonlyMap<number, string>
  /** Connections per cell in this process. */
  poolSize?: number
  /** How long a request waits for a connection before the service counts as unavailable. */
  connectTimeoutMs?: number
  /**
   * How long a write waits for a lock. For requests shorter than the statement limit of 10 s, so that a lock wait gets
   * its own error.
   */
  lockTimeoutMs?: number
}

/** Districts move between cells and new ones appear: maximum age of a process's map. */
const cellMapFreshMs = 10_000
const cellMissMs = 1_000

/**
 * The databases of this installation: the directory and the cells, each with a small pool. Pools connect on first use,
 * so a process starts, and serves the other cells, while one is down.
 */
export class Cells {
  readonly directory: pg.Pool
  readonly #urls: ReadonlyMap<number, string>
  readonly #pools: ReadonlyMap<number, pg.Pool>
  #cellByDistrict = new Map<number, number>()
  #cellsReadAt = 0
  #version = -1
  #refreshing: Promise<void> | undefined

  constructor({ directoryUrl, cells, poolSize = 10, connectTimeoutMs = 2_000, lockTimeoutMs = 9_000 }: CellsConfig) {
    this.directory = createPool(directoryUrl, 4, connectTimeoutMs)
    this.#urls = cells
    this.poolSize = poolSize
    this.lockTimeoutMs = lockTimeoutMs
    this.#pools = new Map([...cells].map(([id, url]) => [id, createPool(url, poolSize, connectTimeoutMs)]))
  }

  readonly lockTimeoutMs: number

  /** Maximum number of connections to a cell in this process. */
  readonly poolSize: number

  get ids(): number[] {
    return [...this.#pools.keys()]
  }

  /** For code that needs its own connection, such as the listener of the job queues. */
  url(cell: number): string {
    return this.#urls.get(cell)!
  }

  pool(cell: number): pg.Pool {
    const pool = this.#pools.get(cell)
    if (!pool) throw unavailable() // A district may already be in a cell that this process does not know yet.
    return pool
  }

  /** The cell of a district; undefined if there is no such district. */
  async cellOf(district: DistrictId): Promise<number | undefined> {
    if (!this.#cellByDistrict.has(district)) {
      // An unknown number may be requested again and again; the list is not read each time.
      if (Date.now() - this.#cellsReadAt > cellMissMs) await this.refresh()
    } else if (Date.now() - this.#cellsReadAt > cellMapFreshMs) void this.refresh().catch(() => {})
    return this.#cellByDistrict.get(district)
  }

  /** One of the districts, always the same for the same number. */
  async anyDistrict(number: number): Promise<DistrictId | undefined> {
    if (this.#cellByDistrict.size === 0) await this.refresh()
    const all = [...this.#cellByDistrict.keys()].sort((a, b) => a - b)
    const chosen = all[number % Math.max(1, all.length)]
    return chosen === undefined ? undefined : districtId(chosen)
  }

  /** Reads the map of districts to cells. Every cell has the whole list; the newest one that answers counts. */
  refresh(): Promise<void> {
    return (this.#refreshing ??= this.#read().finally(() => (this.#refreshing = undefined)))
  }

  async #read() {
    const answers = await Promise.allSettled(
      [...this.#pools.values()].map(async (pool) => {
        const { rows } = await pool.query<{ version: number; id: number | null; cell: number }>(
          'select l.version, d.id, d.cell from reference.district_list l left join reference.district d on true',
        )
        this.#learn(rows)
      }),
    )
    if (answers.every(({ status }) => status === 'rejected')) throw (answers[0] as PromiseRejectedResult).reason
    this.#cellsReadAt = Date.now()
  }

  #learn(rows: readonly { version: number; id: number | null; cell: number }[]) {
    const version = rows[0]?.version ?? 0
    if (version < this.#version) return
    this.#version = version
    this.#cellByDistrict = new Map(rows.flatMap(({ id, cell }) => (id === null ? [] : [[id, cell]])))
  }

  async end() {
    await Promise.all([this.directory, ...this.#pools.values()].map((pool) => pool.end()))
  }
}

function createPool(connectionString: string, max: number, connectTimeoutMs: number) {
  const pool = new pg.Pool({
    connectionString,
    max,
    connectionTimeoutMillis: connectTimeoutMs,
    idleTimeoutMillis: 30_000,
    allowExitOnIdle: true,
    pipeline: true,
    stream: createBatchingSocket,
  })
  pool.on('error', () => {}) // A broken idle connection is replaced; the next user gets the error.
  return pool
}
