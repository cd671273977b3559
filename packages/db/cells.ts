import pg from 'pg'
import { unavailable, type DistrictId } from '#packages/core'

export interface CellsConfig {
  directoryUrl: string
  /** Cell number → where its database is. */
  cells: ReadonlyMap<number, string>
  /** Connections a cell, in this process. */
  poolSize?: number
}

/** Districts move between cells and new ones appear: what a process knows of it is at most this old. */
const placesFreshMs = 10_000
const connectTimeoutMs = 2_000

/**
 * The databases of this installation: the directory and the cells, each behind a small pool. Pools connect when they
 * are first asked, so a process starts, and serves the other cells, while one of them is down.
 */
export class Cells {
  readonly directory: pg.Pool
  readonly #urls: ReadonlyMap<number, string>
  readonly #pools: ReadonlyMap<number, pg.Pool>
  #places = new Map<number, number>()
  #placesAt = 0
  #refreshing: Promise<void> | undefined

  constructor({ directoryUrl, cells, poolSize = 10 }: CellsConfig) {
    this.directory = poolOf(directoryUrl, 4)
    this.#urls = cells
    this.#pools = new Map([...cells].map(([id, url]) => [id, poolOf(url, poolSize)]))
  }

  get ids(): number[] {
    return [...this.#pools.keys()]
  }

  /** For what must hold a connection of its own, such as the listener of the job queues. */
  url(cell: number): string {
    return this.#urls.get(cell)!
  }

  pool(cell: number): pg.Pool {
    const pool = this.#pools.get(cell)
    if (!pool) throw unavailable() // a district may already live in a cell that this process was not told of
    return pool
  }

  /** The cell that holds this district, or nothing when there is no such district. */
  async cellOf(district: DistrictId): Promise<number | undefined> {
    if (!this.#places.has(district)) await this.refresh()
    else if (Date.now() - this.#placesAt > placesFreshMs) void this.refresh().catch(() => {})
    return this.#places.get(district)
  }

  /** Reads which district lives where. Every cell holds the whole list, so any one that answers will do. */
  refresh(): Promise<void> {
    return (this.#refreshing ??= this.#read().finally(() => (this.#refreshing = undefined)))
  }

  async #read() {
    let failure: unknown
    for (const pool of this.#pools.values()) {
      try {
        const { rows } = await pool.query<{ id: number; cell: number }>('select id, cell from reference.district')
        this.#places = new Map(rows.map(({ id, cell }) => [id, cell]))
        this.#placesAt = Date.now()
        return
      } catch (error) {
        failure = error
      }
    }
    throw failure
  }

  async end() {
    await Promise.all([this.directory, ...this.#pools.values()].map((pool) => pool.end()))
  }
}

function poolOf(connectionString: string, max: number) {
  const pool = new pg.Pool({
    connectionString,
    max,
    connectionTimeoutMillis: connectTimeoutMs,
    idleTimeoutMillis: 30_000,
    allowExitOnIdle: true,
    pipeline: true,
  })
  pool.on('error', () => {}) // an idle connection that breaks is replaced; whoever needs one is told then
  return pool
}
