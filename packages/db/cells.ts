import pg from 'pg'
import { districtId, unavailable, type DistrictId } from '#packages/core'

export interface CellsConfig {
  directoryUrl: string
  /** Cell number → where its database is. */
  cells: ReadonlyMap<number, string>
  /** Connections a cell, in this process. */
  poolSize?: number
  /** How long somebody waits for a connection before she is told that the service is away. */
  connectTimeoutMs?: number
}

/** Districts move between cells and new ones appear: what a process knows of it is at most this old. */
const cellMapFreshMs = 10_000
const cellMissMs = 1_000

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
  #version = -1
  #refreshing: Promise<void> | undefined

  constructor({ directoryUrl, cells, poolSize = 10, connectTimeoutMs = 2_000 }: CellsConfig) {
    this.directory = createPool(directoryUrl, 4, connectTimeoutMs)
    this.#urls = cells
    this.poolSize = poolSize
    this.#pools = new Map([...cells].map(([id, url]) => [id, createPool(url, poolSize, connectTimeoutMs)]))
  }

  /** How many connections to a cell this process may use at once. */
  readonly poolSize: number

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
    if (!this.#places.has(district)) {
      // A number that nobody has may be asked for again and again; the list is not read each time.
      if (Date.now() - this.#placesAt > cellMissMs) await this.refresh()
    } else if (Date.now() - this.#placesAt > cellMapFreshMs) void this.refresh().catch(() => {})
    return this.#places.get(district)
  }

  /** One of the districts, the same for the same number. */
  async anyDistrict(number: number): Promise<DistrictId | undefined> {
    if (this.#places.size === 0) await this.refresh()
    const all = [...this.#places.keys()].sort((a, b) => a - b)
    const chosen = all[number % Math.max(1, all.length)]
    return chosen === undefined ? undefined : districtId(chosen)
  }

  /** Reads which district lives where. Every cell holds the whole list; the newest of those that answer counts. */
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
    this.#placesAt = Date.now()
  }

  #learn(rows: readonly { version: number; id: number | null; cell: number }[]) {
    const version = rows[0]?.version ?? 0
    if (version < this.#version) return
    this.#version = version
    this.#places = new Map(rows.flatMap(({ id, cell }) => (id === null ? [] : [[id, cell]])))
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
  })
  pool.on('error', () => {}) // an idle connection that breaks is replaced; whoever needs one is told then
  return pool
}
